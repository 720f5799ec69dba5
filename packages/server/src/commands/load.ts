import type { QuestionId, Refusal, TaskId, ThreadId, ThreadState, TreeState } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { DamagedThreadError } from '../ports/log/damage.ts';
import type { QuestionRow, StoredTask } from '../ports/log/read-models.ts';
import type { AppServices } from '../ports/operations/app-services.ts';
import type { RequestContext } from '../ports/operations/operation.ts';
import type { LoadedThreads } from './define-command.ts';

/*
 * Loaders of commands and queries. A nested resource is found inside its chat only.
 */

export interface InChat<More = unknown> {
  services: AppServices;
  context: RequestContext;
  params: { chatId: ThreadId } & More;
}

export async function loadChat({ services: { log }, context, params }: InChat): Promise<ThreadState | Refusal> {
  const { workspaceId } = context;
  const { chatId } = params;
  const chat = await log.thread(workspaceId, chatId).catch(async (error) => {
    // A deleted chat with damage does not exist, like any other deleted chat.
    if (error instanceof DamagedThreadError && !(await log.readModels.chat(workspaceId, chatId))) return null;
    throw error;
  });
  return !chat || chat.parent || chat.hiddenAt !== null ? refuse('no-such-thread', { threadId: chatId }) : chat;
}

export async function loadTree(request: InChat): Promise<TreeState | Refusal> {
  const chat = await loadChat(request);
  if ('code' in chat) return chat;
  const tree = await request.services.log.tree(chat.workspaceId, chat.threadId);
  return tree ?? refuse('no-such-thread', { threadId: chat.threadId });
}

/** Any thread of the tree. */
export async function loadThread(request: InChat<{ threadId: ThreadId }>): Promise<ThreadState | Refusal> {
  const chat = await loadChat(request);
  return 'code' in chat ? chat : threadOf(request, request.params.threadId);
}

export async function loadSubAgent(request: InChat<{ threadId: ThreadId }>): Promise<ThreadState | Refusal> {
  const thread = await loadThread(request);
  return 'code' in thread || thread.parent ? thread : refuse('no-such-thread', { threadId: thread.threadId });
}

async function threadOf({ services, context, params }: InChat, threadId: ThreadId): Promise<ThreadState | Refusal> {
  const thread = await services.log.thread(context.workspaceId, threadId);
  return thread?.rootId === params.chatId ? thread : refuse('no-such-thread', { threadId });
}

/** The chat itself. The decision checks it. */
export async function chatThread({ params: { chatId } }: InChat): Promise<LoadedThreads> {
  return { threads: [chatId] };
}

export async function loadTask(request: InChat<{ taskId: TaskId }>): Promise<(StoredTask & LoadedThreads) | Refusal> {
  const { services, context, params } = request;
  const row = await services.log.readModels.findTask(context.workspaceId, params.taskId);
  if (row?.rootId !== params.chatId) return refuse('no-such-task', { taskId: params.taskId });
  return { ...row, threads: [row.parentThreadId] };
}

export async function loadQuestion(
  request: InChat<{ questionId: QuestionId }>,
): Promise<(QuestionRow & LoadedThreads) | Refusal> {
  const { services, context, params } = request;
  const row = await services.log.readModels.findQuestion(context.workspaceId, params.questionId);
  if (row?.rootId !== params.chatId) return refuse('no-such-question', { questionId: params.questionId });
  return { ...row, threads: [row.threadId] };
}

/** A sub-agent and its parent. The decision checks them again. */
export async function subAgentThreads(
  request: InChat<{ threadId: ThreadId }>,
): Promise<({ subAgent: ThreadState } & LoadedThreads) | Refusal> {
  const { threadId } = request.params;
  const subAgent = await threadOf(request, threadId);
  if ('code' in subAgent) return subAgent;
  if (!subAgent.parent) return refuse('no-such-thread', { threadId });
  return { subAgent, threads: [threadId, subAgent.parent.threadId] };
}
