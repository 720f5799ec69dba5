import { defineQuery } from '../define-query.ts';

export const listAgents = defineQuery({
  name: 'listAgents',
  async answer({ services: { agents }, context: { workspaceId } }) {
    const listed = (await agents.list(workspaceId)).map(async (agent) => ({
      ...agent,
      isBuiltIn: await agents.isBuiltIn(workspaceId, agent.agentId),
    }));
    return { results: await Promise.all(listed) };
  },
});
