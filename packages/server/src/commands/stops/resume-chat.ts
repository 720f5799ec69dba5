import { decideOnChat, entriesOf } from '../decide-on-chat.ts';
import { defineCommand } from '../define-command.ts';
import { chatThread } from '../load.ts';

/** Lets a chat work again. Canceled work stays canceled. */
export const resumeChat = defineCommand({
  name: 'resumeChat',
  load: chatThread,
  decide: ({ view, params }) =>
    decideOnChat(view, params.chatId, (chat) => {
      const isStopped = chat.stoppedAt !== null;
      return isStopped ? entriesOf(chat, [{ type: 'chat.resumed', data: {} }]) : [];
    }),
});
