import { workspaceStopOf } from '../../ports/engine/stops.ts';
import { directCommands } from '../define-command.ts';
import { stopAll } from '../settle-stops.ts';

export const wideStops = directCommands({
  stopServer: ({ services, context: { actor } }) => stopAll(services, actor, 'server'),
  async resumeServer({ services }) {
    await services.stops.remove('server');
    return {};
  },
  async stopWorkspace({ services, context: { workspaceId, actor } }) {
    const { canceled } = await stopAll(services, actor, workspaceId);
    return { ...workspaceStopOf(services.stops.list(), workspaceId), canceled };
  },
  async resumeWorkspace({ services: { stops }, context: { workspaceId } }) {
    await stops.remove(workspaceId);
    return workspaceStopOf(stops.list(), workspaceId);
  },
});
