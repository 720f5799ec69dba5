import { refuse } from '@retinue/protocol';
import { defineQuery } from '../define-query.ts';

export const getWorkspace = defineQuery({
  name: 'getWorkspace',
  async answer({ services, context: { workspaceId } }) {
    return (await services.workspaces.find(workspaceId)) ?? refuse('no-such-workspace', { workspaceId });
  },
});
