import type { ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import { localWorkspaceId, refuse } from '@retinue/protocol';
import type { ChatWish } from '../ai-sdk/chat-request.ts';
import { threadIdOfChat, wishOf } from '../ai-sdk/chat-request.ts';
import { streamChat, uiMessageStreamHeaders } from '../ai-sdk/stream-chat.ts';
import { isUnderWay, toUiMessages } from '../ai-sdk/to-ui-messages.ts';
import type { Handlers, HttpContext, RequestContext } from '../http-context.ts';
import { refused } from '../problems.ts';
import { liveReply } from '../stream/live-reply.ts';
import { findRoot, findTree } from './finding.ts';
import { unwrap } from './unwrap.ts';

type Names = 'sendUiMessage' | 'listUiMessages' | 'resumeUiStream' | 'stopUiStream';

export const aiSdkHandlers: Handlers<Names> = {
  async sendUiMessage(http, { query, body }, requestContext) {
    const place = placeOf(query.workspaceId, body.id);
    await send(http, place, wishOf(body), requestContext);
    return stream(http, place, requestContext, false);
  },
  async listUiMessages(http, { query }) {
    const tree = await findTree(http, placeOf(query.workspaceId, query.threadId));
    return toUiMessages(tree, (threadId) => http.services.live.draft(threadId)) as never;
  },
  async resumeUiStream(http, { params, query }, requestContext) {
    const place = placeOf(query.workspaceId, params.chatId);
    // A client asks for what may be under way in a chat that it has not sent yet.
    const root = await http.services.log.thread(place.workspaceId, place.chatId);
    if (!root || root.hiddenAt !== null || !isUnderWay(await findTree(http, place)))
      return new Response(null, { status: 204 });
    return stream(http, place, requestContext, true);
  },
  async stopUiStream(http, { params, query }, { commandContext }) {
    const place = placeOf(query.workspaceId, params.chatId);
    const { threadId } = await findRoot(http, place);
    unwrap(await http.services.commands.cancelThread(commandContext(place.workspaceId), { threadId }));
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

async function send(
  http: HttpContext,
  place: Place,
  commandContext: ChatWish,
  requestContext: RequestContext,
): Promise<void> {
  const { workspaceId, chatId: threadId } = place;
  const { commands } = http.services;
  const own = requestContext.commandContext(workspaceId);
  const from = own.once || !commandContext.once ? own : { ...own, once: commandContext.once };
  if (commandContext.kind === 'open') {
    const workspace = await http.services.workspaces.find(workspaceId);
    const agentId = commandContext.agentId ?? workspace?.defaultAgentId;
    if (!agentId) throw refused(refuse('no-such-workspace', workspaceId));
    const opened = await commands.openChat(from, { agentId, text: commandContext.text, threadId });
    const isTaken = opened.refusal?.code === 'thread-exists';
    // Another workspace may have the id: then there is no chat here to go on with.
    if (!isTaken || !(await http.services.log.thread(workspaceId, threadId))) return void unwrap(opened);
  }
  const root = await findRoot(http, place);
  if (commandContext.kind === 'regenerate' || commandContext.kind === 'edit')
    return void (await replace(http, root, commandContext, from));
  const questionId = openQuestionOf(root);
  if (questionId) unwrap(await commands.answerQuestion(from, { questionId, answer: commandContext.text }));
  else unwrap(await commands.sendMessage(from, { threadId, text: commandContext.text }));
}

/** The client counts a person's messages; the log knows their ids. */
async function replace(
  http: HttpContext,
  root: ThreadState,
  commandContext: ChatWish,
  from: ReturnType<RequestContext['commandContext']>,
): Promise<void> {
  const messages = root.items.flatMap((item) => (item.type === 'message' && item.from === 'person' ? [item] : []));
  const message = messages[commandContext.ordinal - 1];
  if (!message) throw refused(refuse('no-such-message', commandContext.messageId ?? ''));
  const { threadId } = root;
  const isLast = commandContext.ordinal === messages.length;
  if (commandContext.kind === 'regenerate' && isLast)
    unwrap(await http.services.commands.regenerate(from, { threadId }));
  else
    unwrap(
      await http.services.commands.editMessage(from, {
        threadId,
        messageId: message.messageId,
        text: commandContext.text,
      }),
    );
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

function stream(
  http: HttpContext,
  { workspaceId, chatId }: Place,
  requestContext: RequestContext,
  isResume: boolean,
): Response {
  const { log, live, clock } = http.services;
  const pieces = (signal: AbortSignal) =>
    streamChat({ log, live, clock, workspaceId, rootId: chatId, signal, isResume });
  return liveReply(http, { workspaceId, pieces, headers: uiMessageStreamHeaders }, requestContext);
}
