import { loadChat } from '../../commands/load.ts';
import { messageWriters } from '../../views/messages.ts';
import { defineQuery } from '../define-query.ts';
import { writtenPageOf } from '../pages.ts';

export const listMessages = defineQuery({
  name: 'listMessages',
  load: loadChat,
  answer: ({ query }, chat) => writtenPageOf(messageWriters(chat), query),
});
