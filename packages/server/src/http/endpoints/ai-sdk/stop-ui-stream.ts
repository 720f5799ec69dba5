import { isRefusal } from '@retinue/protocol';
import { cancelChat } from '../../../commands/chats/cancel-chat.ts';
import { inUiChat } from '../../ai-sdk/ui-chat.ts';
import { defineEndpoint } from '../../define-endpoint.ts';

export const stopUiStream = defineEndpoint({
  name: 'stopUiStream',
  async run(request) {
    const place = inUiChat(request, request.params.chatId);
    const reply = await cancelChat.run(place);
    return isRefusal(reply) ? reply : { chatId: place.params.chatId };
  },
});
