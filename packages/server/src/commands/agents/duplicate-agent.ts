import { defineCommand } from '../define-command.ts';
import { listAgent } from '../list-agent.ts';

export const duplicateAgent = defineCommand({
  name: 'duplicateAgent',
  execute: ({ services, context, params }) =>
    listAgent(services, context, services.agents.duplicate(context, params.agentId)),
});
