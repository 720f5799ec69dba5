import { loadTree } from '../../../commands/load.ts';
import { toUiMessages } from '../../ai-sdk/to-ui-messages.ts';
import { inUiChat } from '../../ai-sdk/ui-chat.ts';
import { defineEndpoint, jsonResponse } from '../../define-endpoint.ts';

export const listUiMessages = defineEndpoint({
  name: 'listUiMessages',
  async run(request) {
    const tree = await loadTree(inUiChat(request, request.query.threadId));
    if ('code' in tree) return tree;
    return jsonResponse(toUiMessages(tree, (threadId) => request.services.live.draft(threadId)));
  },
});
