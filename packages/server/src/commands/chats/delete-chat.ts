import { cancelThreads } from '../../transitions/close-work.ts';
import { threadsToStop } from '../../transitions/cost.ts';
import { decideOnChat, entriesOf } from '../decide-on-chat.ts';
import { defineCommand } from '../define-command.ts';
import { hideDamaged } from '../hide-damaged.ts';
import { chatThread } from '../load.ts';

/** One append stops everything in a chat and hides it. */
export const deleteChat = defineCommand({
  name: 'deleteChat',
  load: chatThread,
  decide: ({ services: { live }, view, params }) =>
    decideOnChat(view, params.chatId, (chat) => [
      ...cancelThreads(
        threadsToStop(view, chat.threadId),
        (id) => view.thread(id),
        { code: 'chat-deleted' },
        (id) => live.draft(id),
      ),
      ...entriesOf(chat, [{ type: 'chat.hidden', data: {} }]),
    ]),
  whenDamaged: (request, error) => hideDamaged(request, error, request.services.clock.now()),
});
