import { defineCommand, unwrapEmpty } from '../define-command.ts';

/** Refused for the default agent, inside the transaction. */
export const deleteAgent = defineCommand({
  name: 'deleteAgent',
  execute: ({ services, context, params }) => unwrapEmpty(services.agents.remove(context, params.agentId)),
});
