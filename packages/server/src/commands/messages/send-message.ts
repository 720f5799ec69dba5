import { defineCommand } from '../define-command.ts';
import { loadChat } from '../load.ts';
import { loadReceiver, receiveMessage } from '../receive-message.ts';

/** Sends a message to a chat. A running chat reads it at its next step; an idle one starts a turn. */
export const sendMessage = defineCommand({
  name: 'sendMessage',
  async load(request) {
    const chat = await loadChat(request);
    if ('code' in chat) return chat;
    return { threads: [chat.threadId], receiver: await loadReceiver(request, chat) };
  },
  decide: (request, { receiver }) => receiveMessage(request, receiver, request.body),
});
