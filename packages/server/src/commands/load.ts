import type { QuestionId, Refusal, TaskId, ThreadId, ThreadState, TreeState } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { AppServices } from '../ports/app-services.ts';
import { DamagedThreadError } from '../ports/damage.ts';
import type { RequestContext } from '../ports/operation.ts';
import type { QuestionRow, TaskRow } from '../ports/read-models.ts';
import type { LoadedThreads } from './define-command.ts';

/* Loaders of commands and queries. Whatever is nested under a chat is found inside that chat only. */

export interface InChat<More = unknown> {
  services: AppServices;
  context: RequestContext;
  params: { chatId: ThreadId } & More;
}

export async function loadChat({ services: { log }, context, params }: InChat): Promise<ThreadState | Refusal> {
  const { workspaceId } = context;
  const { chatId } = params;
  const chat = await log.thread(workspaceId, chatId).catch(async (error) => {
    // A damaged chat that was deleted does not exist, as any other.
    if (error instanceof DamagedThreadError && !(await log.readModels.chat(workspaceId, chatId))) return null;
    throw error;
  });
  return !chat || chat.parent || chat.hiddenAt !== null ? refuse('no-such-thread', chatId) : chat;
}

export async function loadTree(request: InChat): Promise<TreeState | Refusal> {
  const chat = await loadChat(request);
  if ('code' in chat) return chat;
  const tree = await request.services.log.tree(chat.workspaceId, chat.threadId);
  return tree ?? refuse('no-such-thread', chat.threadId);
}

/** Any thread of the tree. */
export async function loadThread(request: InChat<{ threadId: ThreadId }>): Promise<ThreadState | Refusal> {
  const chat = await loadChat(request);
  return 'code' in chat ? chat : threadOf(request, request.params.threadId);
}

export async function loadSubAgent(request: InChat<{ subAgentId: ThreadId }>): Promise<ThreadState | Refusal> {
  const { subAgentId } = request.params;
  const thread = await loadThread({ ...request, params: { ...request.params, threadId: subAgentId } });
  return 'code' in thread || thread.parent ? thread : refuse('no-such-thread', subAgentId);
}

async function threadOf({ services, context, params }: InChat, threadId: ThreadId): Promise<ThreadState | Refusal> {
  const thread = await services.log.thread(context.workspaceId, threadId);
  return thread?.rootId === params.chatId ? thread : refuse('no-such-thread', threadId);
}

/** The chat itself, left to the decision to look at. */
export async function chatThread({ params: { chatId } }: InChat): Promise<LoadedThreads> {
  return { threads: [chatId] };
}

export async function loadTask(request: InChat<{ taskId: TaskId }>): Promise<(TaskRow & LoadedThreads) | Refusal> {
  const { services, context, params } = request;
  const row = await services.log.readModels.findTask(context.workspaceId, params.taskId);
  if (row?.rootId !== params.chatId) return refuse('no-such-task', params.taskId);
  return { ...row, threads: [row.parentThreadId] };
}

export async function loadQuestion(
  request: InChat<{ questionId: QuestionId }>,
): Promise<(QuestionRow & LoadedThreads) | Refusal> {
  const { services, context, params } = request;
  const row = await services.log.readModels.findQuestion(context.workspaceId, params.questionId);
  if (row?.rootId !== params.chatId) return refuse('no-such-question', params.questionId);
  return { ...row, threads: [row.threadId] };
}

/** A sub-agent and its parent, left to the decision to look at once more. */
export async function subAgentThreads(
  request: InChat<{ subAgentId: ThreadId }>,
): Promise<({ subAgent: ThreadState } & LoadedThreads) | Refusal> {
  const { subAgentId } = request.params;
  const subAgent = await threadOf(request, subAgentId);
  if ('code' in subAgent) return subAgent;
  if (!subAgent.parent) return refuse('no-such-thread', subAgentId);
  return { subAgent, threads: [subAgentId, subAgent.parent.threadId] };
}
