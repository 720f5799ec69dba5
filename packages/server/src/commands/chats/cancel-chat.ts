import { cancelWorkBelow } from '../cancel-work-below.ts';
import { defineCommand } from '../define-command.ts';
import { loadChat } from '../load.ts';

/** Stops the whole tree. */
export const cancelChat = defineCommand({
  name: 'cancelChat',
  async load(request) {
    const chat = await loadChat(request);
    return 'code' in chat ? chat : { threads: [chat.threadId] };
  },
  decide: (request) => cancelWorkBelow(request, request.params.chatId),
});
