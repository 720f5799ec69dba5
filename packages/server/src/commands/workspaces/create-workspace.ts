import { defineCommand } from '../define-command.ts';

export const createWorkspace = defineCommand({
  name: 'createWorkspace',
  execute: ({ services, context, body }) => services.workspaces.create(context, body.name),
});
