import { defineQuery } from '../define-query.ts';

export const listWorkspaces = defineQuery({
  name: 'listWorkspaces',
  async answer({ services, context }) {
    const workspaces = await services.workspaces.list();
    return { results: workspaces.filter(({ workspaceId }) => context.isMember(workspaceId)) };
  },
});
