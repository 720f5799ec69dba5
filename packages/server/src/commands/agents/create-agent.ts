import { defineCommand } from '../define-command.ts';
import { listAgent } from '../list-agent.ts';

export const createAgent = defineCommand({
  name: 'createAgent',
  execute: ({ services, context, body }) => listAgent(services, context, services.agents.create(context, body)),
});
