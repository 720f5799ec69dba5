import { workspaceStopOf } from '../../ports/engine/stops.ts';
import { defineCommand } from '../define-command.ts';

export const resumeWorkspace = defineCommand({
  name: 'resumeWorkspace',
  async execute({ services: { stops }, context: { workspaceId } }) {
    await stops.remove(workspaceId);
    return workspaceStopOf(stops.list(), workspaceId);
  },
});
