import { defineCommand } from '../define-command.ts';
import { subAgentThreads } from '../load.ts';
import { loadReceiver, receiveMessage } from '../receive-message.ts';

/**
 * A message to a sub-agent. A running one reads it at its next step; an ended one is reactivated with it, as another
 * task.
 */
export const steerSubAgent = defineCommand({
  name: 'steerSubAgent',
  async load(request) {
    const loaded = await subAgentThreads(request);
    return 'code' in loaded ? loaded : { ...loaded, receiver: await loadReceiver(request, loaded.subAgent) };
  },
  decide: (request, { receiver }) => receiveMessage(request, receiver, request.body),
});
