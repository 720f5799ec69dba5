import { decideOnChat, entriesOf } from '../decide-on-chat.ts';
import { defineCommand } from '../define-command.ts';
import { chatThread } from '../load.ts';

/** Marks notices as read. Those after the place that was seen stay unread. */
export const markRead = defineCommand({
  name: 'markRead',
  load: chatThread,
  decide: ({ view, params, body }) =>
    decideOnChat(view, params.chatId, (chat) => {
      const throughSeq = Math.min(body.throughSeq ?? chat.seq, chat.seq);
      const isRead = chat.items.some((item) => item.type === 'message' && item.isNotice && item.seq <= throughSeq);
      return chat.unread > 0 && isRead ? entriesOf(chat, [{ type: 'chat.read', data: { throughSeq } }]) : [];
    }),
});
