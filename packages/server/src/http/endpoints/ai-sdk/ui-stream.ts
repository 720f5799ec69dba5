import { isRefusal } from '@retinue/protocol';
import { cancelChat } from '../../../commands/chats/cancel-chat.ts';
import { loadTree } from '../../../commands/load.ts';
import { isUnderWay, toUiMessages } from '../../ai-sdk/to-ui-messages.ts';
import { inUiChat, streamUiChat } from '../../ai-sdk/ui-chat.ts';
import { endpoints, jsonResponse } from '../../define-endpoint.ts';

export const uiStreamEndpoints = endpoints({
  async listUiMessages(request) {
    const tree = await loadTree(inUiChat(request, request.query.threadId));
    if ('code' in tree) return tree;
    return jsonResponse(toUiMessages(tree, (threadId) => request.services.live.draft(threadId)));
  },
  async resumeUiStream(request) {
    const place = inUiChat(request, request.params.chatId);
    const { workspaceId, chatId } = place.params;
    // A client asks for a possible stream of a chat that it has not sent yet.
    const root = await request.services.log.thread(workspaceId, chatId);
    if (!root || root.hiddenAt !== null) return new Response(null, { status: 204 });
    const tree = await loadTree(place);
    if ('code' in tree) return tree;
    return isUnderWay(tree) ? streamUiChat(request, chatId, true) : new Response(null, { status: 204 });
  },
  async stopUiStream(request) {
    const place = inUiChat(request, request.params.chatId);
    const reply = await cancelChat.run(place);
    return isRefusal(reply) ? reply : { chatId: place.params.chatId };
  },
});
