import type { ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import { localWorkspaceId, refuse } from '@retinue/protocol';
import type { ChatWish } from '../ai-sdk/chat-request.ts';
import { threadIdOfChat, wishOf } from '../ai-sdk/chat-request.ts';
import { streamChat, uiMessageStreamHeaders } from '../ai-sdk/stream-chat.ts';
import { isUnderWay, toUiMessages } from '../ai-sdk/to-ui-messages.ts';
import type { Asking, Handlers, Porch } from '../house.ts';
import { liveReply } from '../live-reply.ts';
import { refused } from '../problems.ts';
import { doneOf } from './done.ts';
import { findRoot, findTree } from './finding.ts';

type Names = 'sendUiMessage' | 'listUiMessages' | 'resumeUiStream' | 'stopUiStream';

export const aiSdkHandlers: Handlers<Names> = {
  async sendUiMessage(porch, { query, body }, asking) {
    const place = placeOf(query.workspaceId, body.id);
    await send(porch, place, wishOf(body), asking);
    return stream(porch, place, asking, false);
  },
  async listUiMessages(porch, { query }) {
    const tree = await findTree(porch, placeOf(query.workspaceId, query.threadId));
    return toUiMessages(tree, (threadId) => porch.house.live.draft(threadId)) as never;
  },
  async resumeUiStream(porch, { params, query }, asking) {
    const place = placeOf(query.workspaceId, params.chatId);
    // A client asks for what may be under way in a chat that it has not sent yet.
    const root = await porch.house.log.thread(place.workspaceId, place.chatId);
    if (!root || root.hiddenAt !== null || !isUnderWay(await findTree(porch, place)))
      return new Response(null, { status: 204 });
    return stream(porch, place, asking, true);
  },
  async stopUiStream(porch, { params, query }, { wish }) {
    const place = placeOf(query.workspaceId, params.chatId);
    const { threadId } = await findRoot(porch, place);
    doneOf(await porch.house.commands.cancelThread(wish(place.workspaceId), { threadId }));
    return { chatId: threadId };
  },
};

interface Place {
  workspaceId: WorkspaceId;
  chatId: ThreadId;
}

function placeOf(workspaceId: WorkspaceId = localWorkspaceId, chatId: string): Place {
  return { workspaceId, chatId: threadIdOfChat(workspaceId, chatId) };
}

async function send(porch: Porch, place: Place, wish: ChatWish, asking: Asking): Promise<void> {
  const { workspaceId, chatId: threadId } = place;
  const { commands } = porch.house;
  const own = asking.wish(workspaceId);
  const from = own.once || !wish.once ? own : { ...own, once: wish.once };
  if (wish.kind === 'open') {
    const workspace = await porch.house.workspaces.find(workspaceId);
    const agentId = wish.agentId ?? workspace?.defaultAgentId;
    if (!agentId) throw refused(refuse('no-such-workspace', workspaceId));
    const opened = await commands.openChat(from, { agentId, text: wish.text, threadId });
    const isTaken = opened.refusal?.code === 'thread-exists';
    // Another workspace may have the id: then there is no chat here to go on with.
    if (!isTaken || !(await porch.house.log.thread(workspaceId, threadId))) return void doneOf(opened);
  }
  const root = await findRoot(porch, place);
  if (wish.kind === 'regenerate' || wish.kind === 'edit') return void (await replace(porch, root, wish, from));
  const questionId = openQuestionOf(root);
  if (questionId) doneOf(await commands.answerQuestion(from, { questionId, answer: wish.text }));
  else doneOf(await commands.sendMessage(from, { threadId, text: wish.text }));
}

/** The client counts a person's messages; the log knows their ids. */
async function replace(
  porch: Porch,
  root: ThreadState,
  wish: ChatWish,
  from: ReturnType<Asking['wish']>,
): Promise<void> {
  const messages = root.items.flatMap((item) => (item.type === 'message' && item.from === 'person' ? [item] : []));
  const message = messages[wish.ordinal - 1];
  if (!message) throw refused(refuse('no-such-message', wish.messageId ?? ''));
  const { threadId } = root;
  const isLast = wish.ordinal === messages.length;
  if (wish.kind === 'regenerate' && isLast) doneOf(await porch.house.commands.regenerate(from, { threadId }));
  else
    doneOf(await porch.house.commands.editMessage(from, { threadId, messageId: message.messageId, text: wish.text }));
}

/** While the chat's own agent asks, the next message is the answer; words approve nothing. */
function openQuestionOf(root: ThreadState) {
  const asked = root.openCalls
    .filter(({ waitsFor }) => waitsFor === 'person')
    .map((open) => {
      const step = root.items.findLast((item) => item.type === 'step' && item.step === open.step);
      return step?.type === 'step' ? step.calls.find(({ callId }) => callId === open.callId)?.question : null;
    });
  return asked.find((question) => question?.status === 'open' && question.kind === 'answer')?.questionId ?? null;
}

function stream(porch: Porch, { workspaceId, chatId }: Place, asking: Asking, isResume: boolean): Response {
  const { log, live, clock } = porch.house;
  const pieces = (signal: AbortSignal) =>
    streamChat({ log, live, clock, workspaceId, rootId: chatId, signal, isResume });
  return liveReply(porch, { workspaceId, pieces, headers: uiMessageStreamHeaders }, asking);
}
