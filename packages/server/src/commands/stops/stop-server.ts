import { defineCommand } from '../define-command.ts';
import { stopAll } from '../settle-stops.ts';

export const stopServer = defineCommand({
  name: 'stopServer',
  execute: ({ services, context: { actor } }) => stopAll(services, actor, 'server'),
});
