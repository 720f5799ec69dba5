import { cancelWorkBelow } from '../cancel-work-below.ts';
import { defineCommand } from '../define-command.ts';
import { subAgentThreads } from '../load.ts';

/** Stops a sub-agent and everything below it. */
export const cancelSubAgent = defineCommand({
  name: 'cancelSubAgent',
  load: subAgentThreads,
  decide: (request) => cancelWorkBelow(request, request.params.threadId),
});
