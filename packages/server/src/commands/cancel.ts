import type { Commands, TaskId, ThreadId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { cancelThreads } from '../transitions/close-work.ts';
import { threadsToStop } from '../transitions/cost.ts';
import { isHidden } from './hidden.ts';
import type { Office, Reply, Wish } from './office.ts';
import { headerOf, replyFrom } from './office.ts';

/**
 * Stops a thread and everything below it, in one append. Which threads those are is read inside the transaction: a child
 * that was opened a moment ago is among them, and none can be opened afterwards, since every epoch is raised.
 */
export async function cancelThread(
  office: Office,
  wish: Wish,
  { threadId }: Commands['cancelThread'],
): Promise<Reply<{ cancelled: number }>> {
  const thread = await office.log.thread(wish.workspaceId, threadId);
  if (!thread) return { refusal: refuse('no-such-thread', threadId) };
  return stop(office, wish, { threadId, parentId: thread.parent?.threadId ?? null, taskId: null });
}

export async function cancelTask(
  office: Office,
  wish: Wish,
  { taskId }: Commands['cancelTask'],
): Promise<Reply<{ cancelled: number }>> {
  const task = await office.log.readModels.findTask(wish.workspaceId, taskId);
  if (!task) return { refusal: refuse('no-such-task', taskId) };
  return stop(office, wish, { threadId: task.childThreadId, parentId: task.parentThreadId, taskId });
}

async function stop(
  { log, live, ids }: Office,
  wish: Wish,
  { threadId, parentId, taskId }: { threadId: ThreadId; parentId: ThreadId | null; taskId: TaskId | null },
): Promise<Reply<{ cancelled: number }>> {
  const result = await log.decideWithReply(
    headerOf(wish, 'cancel'),
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
