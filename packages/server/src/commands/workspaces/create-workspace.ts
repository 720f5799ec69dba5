import { defineCommand } from '../define-command.ts';

export const createWorkspace = defineCommand({
  name: 'createWorkspace',
  async execute({ services, context, body }) {
    const created = await services.workspaces.create(body.name, context.once);
    return created.refusal ?? created.workspace;
  },
});
