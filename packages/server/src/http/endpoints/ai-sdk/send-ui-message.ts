import type { QuestionId, Refusal, ThreadState } from '@retinue/protocol';
import { findCall, isRefusal, refuse } from '@retinue/protocol';
import { openChat } from '../../../commands/chats/open-chat.ts';
import { loadChat } from '../../../commands/load.ts';
import { editMessage } from '../../../commands/messages/edit-message.ts';
import { regenerate } from '../../../commands/messages/regenerate.ts';
import { sendMessage } from '../../../commands/messages/send-message.ts';
import { answerQuestion } from '../../../commands/questions/answer-question.ts';
import type { ChatSend } from '../../ai-sdk/chat-request.ts';
import { chatSendOf } from '../../ai-sdk/chat-request.ts';
import { inUiChat, streamUiChat } from '../../ai-sdk/ui-chat.ts';
import type { EndpointRequest } from '../../define-endpoint.ts';
import { defineEndpoint } from '../../define-endpoint.ts';

/** Runs the message's command, and streams the answer. */
export const sendUiMessage = defineEndpoint({
  name: 'sendUiMessage',
  async run(request) {
    const place = inUiChat(request, request.body.id);
    const refusal = await send(request, chatSendOf(request.body));
    return refusal ?? streamUiChat(request, place.params.chatId, false);
  },
});

async function send(request: EndpointRequest<'sendUiMessage'>, given: ChatSend): Promise<Refusal | null> {
  const idempotency = request.context.idempotency ?? given.idempotency;
  const place = inUiChat(
    { ...request, context: { ...request.context, ...(idempotency && { idempotency }) } },
    given.chatId,
  );
  const { workspaceId, chatId } = place.params;
  if (given.kind === 'open') {
    const body = { agentId: given.agentId ?? undefined, text: given.text };
    const opened = await openChat.run({ ...place, context: { ...place.context, newChatId: chatId }, body });
    if (!isRefusal(opened)) return null;
    // Another workspace may have the id: then there is no chat here to continue.
    const isOwn = opened.code === 'thread-exists' && (await request.services.log.thread(workspaceId, chatId));
    if (!isOwn) return opened;
  }
  const chat = await loadChat(place);
  if ('code' in chat) return chat;
  if (given.kind === 'regenerate' || given.kind === 'edit') return replace(place, chat, given);
  const questionId = openQuestionOf(chat);
  const reply = questionId
    ? await answerQuestion.run({ ...place, params: { ...place.params, questionId }, body: { answer: given.text } })
    : await sendMessage.run({ ...place, body: { text: given.text } });
  return isRefusal(reply) ? reply : null;
}

/** The client counts a person's messages; the log knows their ids. */
async function replace(
  place: ReturnType<typeof inUiChat>,
  chat: ThreadState,
  { kind, ordinal, messageId, text }: ChatSend,
): Promise<Refusal | null> {
  const messages = chat.items.flatMap((item) => (item.type === 'message' && item.from === 'person' ? [item] : []));
  const message = messages[ordinal - 1];
  if (!message) return refuse('no-such-message', { messageId: messageId ?? '' });
  const isLast = ordinal === messages.length;
  const params = { ...place.params, messageId: message.messageId };
  const reply =
    kind === 'regenerate' && isLast
      ? await regenerate.run(place)
      : await editMessage.run({ ...place, params, body: { text } });
  return isRefusal(reply) ? reply : null;
}

/** While the chat's own agent asks, the next message is the answer. A message approves nothing. */
function openQuestionOf(chat: ThreadState): QuestionId | null {
  const questions = chat.openCalls
    .filter(({ waitsFor }) => waitsFor === 'person')
    .map(({ step, callId }) => findCall(chat, step, callId)?.question);
  return questions.find((question) => question?.status === 'open' && question.kind === 'answer')?.questionId ?? null;
}
