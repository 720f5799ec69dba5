import { loadSubAgent } from '../../commands/load.ts';
import { messagesOf } from '../../views/messages.ts';
import { defineQuery } from '../define-query.ts';
import { pageOf } from '../pages.ts';

export const listSubAgentMessages = defineQuery({
  name: 'listSubAgentMessages',
  load: loadSubAgent,
  answer: ({ query }, thread) => pageOf(messagesOf(thread), query),
});
