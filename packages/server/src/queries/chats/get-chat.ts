import { refuse } from '@retinue/protocol';
import { toChat } from '../../views/chats.ts';
import { defineQuery } from '../define-query.ts';

export const getChat = defineQuery({
  name: 'getChat',
  async answer({ services, context, params: { chatId } }) {
    const row = await services.log.readModels.chat(context.workspaceId, chatId);
    return row ? toChat(row) : refuse('no-such-thread', { threadId: chatId });
  },
});
