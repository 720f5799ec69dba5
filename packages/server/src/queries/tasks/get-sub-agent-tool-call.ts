import { loadSubAgent } from '../../commands/load.ts';
import { defineQuery } from '../define-query.ts';
import { findToolCall } from '../find-tool-call.ts';

export const getSubAgentToolCall = defineQuery({
  name: 'getSubAgentToolCall',
  load: loadSubAgent,
  answer: ({ params }, thread) => findToolCall(thread, params.toolCallId),
});
