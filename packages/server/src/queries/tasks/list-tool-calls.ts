import { loadChat } from '../../commands/load.ts';
import { toolCallsOf } from '../../views/sub-agents.ts';
import { defineQuery } from '../define-query.ts';
import { pageOf } from '../pages.ts';

export const listToolCalls = defineQuery({
  name: 'listToolCalls',
  load: loadChat,
  answer: ({ query }, chat) => pageOf(toolCallsOf(chat), query),
});
