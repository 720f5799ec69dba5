import type { WorkspaceId, WorkspaceStop } from '@retinue/protocol';
import { workspaceStopOf } from '@retinue/protocol';
import type { Handlers, House } from '../house.ts';
import { doneOf } from './done.ts';

type Names =
  | 'stopChat'
  | 'resumeChat'
  | 'getStop'
  | 'stopWorkspace'
  | 'resumeWorkspace'
  | 'stopServer'
  | 'resumeServer';

export const stopHandlers: Handlers<Names> = {
  async stopChat({ house }, { params }, { wish }) {
    doneOf(await house.commands.stopChat(wish(params.workspaceId), { threadId: params.chatId }));
    return {};
  },
  async resumeChat({ house }, { params }, { wish }) {
    doneOf(await house.commands.resumeChat(wish(params.workspaceId), { threadId: params.chatId }));
    return {};
  },
  getStop: async ({ house }, { params }) => stopOf(house, params.workspaceId),
  async stopWorkspace({ house }, { params: { workspaceId } }, { wish }) {
    const { canceled } = await house.commands.stopAll(wish(workspaceId), workspaceId);
    return { ...stopOf(house, workspaceId), canceled };
  },
  async resumeWorkspace({ house }, { params: { workspaceId } }) {
    await house.commands.resumeAll(workspaceId);
    return stopOf(house, workspaceId);
  },
  async stopServer({ house }, _parts, { principal }) {
    const { canceled } = await house.commands.stopAll({ actor: `person:${principal.id}` }, 'server');
    return { canceled };
  },
  async resumeServer({ house }) {
    await house.commands.resumeAll('server');
    return {};
  },
};

function stopOf({ stops }: House, workspaceId: WorkspaceId): WorkspaceStop {
  return workspaceStopOf(stops.list(), workspaceId);
}
