import { defineCommand } from '../define-command.ts';
import { listAgent } from '../list-agent.ts';

export const changeAgent = defineCommand({
  name: 'changeAgent',
  execute: ({ services, context, params, body }) =>
    listAgent(services, context, services.agents.update(context, params.agentId, body)),
});
