import type { Fact } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { toChat } from '../../views/chats.ts';
import { decideOnChat, entriesOf } from '../decide-on-chat.ts';
import { defineCommand } from '../define-command.ts';
import { chatThread } from '../load.ts';

/** Renames a chat, pins it, or both, in one append. */
export const changeChat = defineCommand({
  name: 'changeChat',
  load: chatThread,
  decide: ({ view, params, body: { title, isPinned } }) =>
    decideOnChat(view, params.chatId, (chat) => {
      const facts: Fact[] = [
        ...(title === undefined || title === chat.title ? [] : [{ type: 'chat.renamed', data: { title } } as const]),
        ...(isPinned === undefined || isPinned === chat.isPinned
          ? []
          : [{ type: 'chat.pinned', data: { isPinned } } as const]),
      ];
      return entriesOf(chat, facts);
    }),
  async respond({ services, context, params: { chatId } }) {
    const row = await services.log.readModels.chat(context.workspaceId, chatId);
    return row ? toChat(row) : refuse('no-such-thread', { threadId: chatId });
  },
});
