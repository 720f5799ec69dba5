import { decideOnChat, entriesOf } from '../decide-on-chat.ts';
import { defineCommand } from '../define-command.ts';
import { chatThread } from '../load.ts';
import { cancelInChat } from '../settle-stops.ts';

/** In one append, cancels the chat's running work and keeps everything in it from starting. */
export const stopChat = defineCommand({
  name: 'stopChat',
  load: chatThread,
  decide: ({ services, view, params }) =>
    decideOnChat(view, params.chatId, (chat) => {
      const isStopped = chat.stoppedAt !== null;
      return isStopped
        ? []
        : [...cancelInChat(services, view, chat.threadId), ...entriesOf(chat, [{ type: 'chat.stopped', data: {} }])];
    }),
});
