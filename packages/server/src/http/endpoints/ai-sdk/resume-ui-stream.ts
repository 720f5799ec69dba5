import { loadTree } from '../../../commands/load.ts';
import { isUnderWay } from '../../ai-sdk/to-ui-messages.ts';
import { inUiChat, streamUiChat } from '../../ai-sdk/ui-chat.ts';
import { defineEndpoint } from '../../define-endpoint.ts';

export const resumeUiStream = defineEndpoint({
  name: 'resumeUiStream',
  async run(request) {
    const place = inUiChat(request, request.params.chatId);
    const { workspaceId, chatId } = place.params;
    // A client asks for a possible stream of a chat that it has not sent yet.
    const root = await request.services.log.thread(workspaceId, chatId);
    if (!root || root.hiddenAt !== null) return new Response(null, { status: 204 });
    const tree = await loadTree(place);
    if ('code' in tree) return tree;
    return isUnderWay(tree) ? streamUiChat(request, chatId, true) : new Response(null, { status: 204 });
  },
});
