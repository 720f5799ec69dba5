import { refuse } from '@retinue/protocol';
import { defineQuery } from '../define-query.ts';

export const getAgent = defineQuery({
  name: 'getAgent',
  async answer({ services: { agents }, context: { workspaceId }, params: { agentId } }) {
    const agent = await agents.find(workspaceId, agentId);
    if (!agent) return refuse('no-such-agent', { agentId, known: null });
    return { ...agent, isBuiltIn: await agents.isBuiltIn(workspaceId, agentId) };
  },
});
