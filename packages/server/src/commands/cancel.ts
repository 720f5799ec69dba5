import type { Commands, TaskId, ThreadId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { cancelThreads } from '../facts/close-work.ts';
import { threadsToStop } from '../facts/spend.ts';
import type { CommandContext, CommandDeps, Reply } from './command-context.ts';
import { headerOf, replyFrom } from './command-context.ts';
import { isHidden } from './is-hidden.ts';

/**
 * Stops a thread and everything below it, in one append. Which threads those are is read inside the transaction: a child
 * that was opened a moment ago is among them, and none can be opened afterwards, since every epoch is raised.
 */
export async function cancelThread(
  deps: CommandDeps,
  context: CommandContext,
  { threadId }: Commands['cancelThread'],
): Promise<Reply<{ cancelled: number }>> {
  const thread = await deps.log.thread(context.workspaceId, threadId);
  if (!thread) return { refusal: refuse('no-such-thread', threadId) };
  return stop(deps, context, { threadId, parentId: thread.parent?.threadId ?? null, taskId: null });
}

export async function cancelTask(
  deps: CommandDeps,
  context: CommandContext,
  { taskId }: Commands['cancelTask'],
): Promise<Reply<{ cancelled: number }>> {
  const task = await deps.log.findTask(context.workspaceId, taskId);
  if (!task) return { refusal: refuse('no-such-task', taskId) };
  return stop(deps, context, { threadId: task.childThreadId, parentId: task.parentThreadId, taskId });
}

async function stop(
  { log, live, ids }: CommandDeps,
  context: CommandContext,
  { threadId, parentId, taskId }: { threadId: ThreadId; parentId: ThreadId | null; taskId: TaskId | null },
): Promise<Reply<{ cancelled: number }>> {
  const result = await log.decideWithReply(
    headerOf(context, 'cancel'),
    parentId ? [threadId, parentId] : [threadId],
    (view) => {
      const thread = view.thread(threadId);
      if (!thread || isHidden(view, thread)) return refuse('no-such-thread', threadId);
      // Its thread may have gone on with another task, which is not meant.
      const isMeant = taskId === null || thread.parent?.taskId === taskId;
      const threads = isMeant ? threadsToStop(view, threadId) : [];
      if (threads.length === 0) return refuse('nothing-to-cancel', taskId ?? threadId);
      const entries = cancelThreads(
        threads,
        (id) => view.thread(id),
        stoppedWords,
        (id) => live.draft(id),
        () => ids.message(),
      );
      return { entries, reply: { cancelled: threads.length } };
    },
  );
  return replyFrom(result);
}

export const stoppedWords = 'Stopped by a person.';
