import { loadChat } from '../../commands/load.ts';
import { defineQuery } from '../define-query.ts';
import { findToolCall } from '../find-tool-call.ts';

export const getToolCall = defineQuery({
  name: 'getToolCall',
  load: loadChat,
  answer: ({ params }, chat) => findToolCall(chat, params.toolCallId),
});
