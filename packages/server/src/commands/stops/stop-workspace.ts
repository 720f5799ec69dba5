import { workspaceStopOf } from '../../ports/engine/stops.ts';
import { defineCommand } from '../define-command.ts';
import { stopAll } from '../settle-stops.ts';

export const stopWorkspace = defineCommand({
  name: 'stopWorkspace',
  async execute({ services, context: { workspaceId, actor } }) {
    const { canceled } = await stopAll(services, actor, workspaceId);
    return { ...workspaceStopOf(services.stops.list(), workspaceId), canceled };
  },
});
