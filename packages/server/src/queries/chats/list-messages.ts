import { loadChat } from '../../commands/load.ts';
import { messagesOf } from '../../views/messages.ts';
import { defineQuery } from '../define-query.ts';
import { pageOf } from '../pages.ts';

export const listMessages = defineQuery({
  name: 'listMessages',
  load: loadChat,
  answer: ({ query }, chat) => pageOf(messagesOf(chat), query),
});
