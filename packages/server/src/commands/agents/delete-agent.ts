import { defineCommand } from '../define-command.ts';

/** Refused for the default agent, inside the transaction. */
export const deleteAgent = defineCommand({
  name: 'deleteAgent',
  execute: ({ services, context, params }) => services.agents.remove(context, params.agentId),
});
