import { refuse } from '@retinue/protocol';
import { loadSubAgent } from '../../commands/load.ts';
import { toSubAgent } from '../../views/sub-agents.ts';
import { defineQuery } from '../define-query.ts';

export const getSubAgent = defineQuery({
  name: 'getSubAgent',
  load: loadSubAgent,
  answer: (_request, thread) => toSubAgent(thread) ?? refuse('no-such-thread', { threadId: thread.threadId }),
});
