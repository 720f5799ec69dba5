import type { WorkspaceId, WorkspaceStop } from '@retinue/protocol';
import { workspaceStopOf } from '@retinue/protocol';
import type { AppServices, Handlers } from '../http-context.ts';
import { unwrap } from './unwrap.ts';

type Names =
  | 'stopChat'
  | 'resumeChat'
  | 'getStop'
  | 'stopWorkspace'
  | 'resumeWorkspace'
  | 'stopServer'
  | 'resumeServer';

export const stopHandlers: Handlers<Names> = {
  async stopChat({ services }, { params }, { commandContext }) {
    unwrap(await services.commands.stopChat(commandContext(params.workspaceId), { threadId: params.chatId }));
    return {};
  },
  async resumeChat({ services }, { params }, { commandContext }) {
    unwrap(await services.commands.resumeChat(commandContext(params.workspaceId), { threadId: params.chatId }));
    return {};
  },
  getStop: async ({ services }, { params }) => stopOf(services, params.workspaceId),
  async stopWorkspace({ services }, { params: { workspaceId } }, { commandContext }) {
    const { canceled } = await services.commands.stopAll(commandContext(workspaceId), workspaceId);
    return { ...stopOf(services, workspaceId), canceled };
  },
  async resumeWorkspace({ services }, { params: { workspaceId } }) {
    await services.commands.resumeAll(workspaceId);
    return stopOf(services, workspaceId);
  },
  async stopServer({ services }, _parts, { principal }) {
    const { canceled } = await services.commands.stopAll({ actor: `person:${principal.id}` }, 'server');
    return { canceled };
  },
  async resumeServer({ services }) {
    await services.commands.resumeAll('server');
    return {};
  },
};

function stopOf({ stops }: AppServices, workspaceId: WorkspaceId): WorkspaceStop {
  return workspaceStopOf(stops.list(), workspaceId);
}
