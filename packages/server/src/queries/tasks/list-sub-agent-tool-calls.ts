import { loadSubAgent } from '../../commands/load.ts';
import { toolCallsOf } from '../../views/sub-agents.ts';
import { defineQuery } from '../define-query.ts';
import { pageOf } from '../pages.ts';

export const listSubAgentToolCalls = defineQuery({
  name: 'listSubAgentToolCalls',
  load: loadSubAgent,
  answer: ({ query }, thread) => pageOf(toolCallsOf(thread), query),
});
