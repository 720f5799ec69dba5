import { defineCommand } from '../define-command.ts';
import { loadChat } from '../load.ts';
import { loadReceiver, receiveMessage } from '../receive-message.ts';

/** A message into a chat. One at work reads it at its next step; one at rest begins a turn. */
export const sendMessage = defineCommand({
  name: 'sendMessage',
  async load(request) {
    const chat = await loadChat(request);
    if ('code' in chat) return chat;
    return { threads: [chat.threadId], receiver: await loadReceiver(request, chat) };
  },
  decide: (request, { receiver }) => receiveMessage(request, receiver, request.body),
});
