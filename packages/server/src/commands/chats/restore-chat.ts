import { refuse } from '@retinue/protocol';
import { entriesOf } from '../decide-on-chat.ts';
import { defineCommand } from '../define-command.ts';
import { hideDamaged } from '../hide-damaged.ts';
import { chatThread } from '../load.ts';

/** Shows a deleted chat again. Its work stays stopped, but it accepts messages. */
export const restoreChat = defineCommand({
  name: 'restoreChat',
  load: chatThread,
  decide({ view, params: { chatId } }) {
    const chat = view.thread(chatId);
    if (!chat) return refuse('no-such-thread', { threadId: chatId });
    if (chat.parent) return refuse('not-a-chat', { threadId: chatId });
    if (chat.isStaged) return refuse('no-such-thread', { threadId: chatId });
    return { entries: entriesOf(chat, chat.hiddenAt === null ? [] : [{ type: 'chat.restored', data: {} }]), reply: {} };
  },
  whenDamaged: (request, error) => hideDamaged(request, error, null),
});
