import type { Refusal, TaskId, ThreadId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { Decided, View } from '../ports/log/event-log.ts';
import type { AppServices } from '../ports/operations/app-services.ts';
import { cancelThreads } from '../transitions/close-work.ts';
import { threadsToStop } from '../transitions/cost.ts';
import { isHidden } from './is-hidden.ts';

/**
 * Stops a thread and everything below it, in one append. The threads are read inside the transaction: a child that was
 * opened a moment ago is among them, and none can be opened afterwards, since every epoch is raised.
 */
export function cancelWorkBelow(
  { services: { live, ids }, view }: { services: AppServices; view: View },
  threadId: ThreadId,
  taskId: TaskId | null = null,
): Decided<Record<string, never>> | Refusal {
  const thread = view.thread(threadId);
  if (!thread || isHidden(view, thread)) return refuse('no-such-thread', { threadId });
  // Its thread may have continued with another task, which must not stop.
  const isMeant = taskId === null || thread.parent?.taskId === taskId;
  const threads = isMeant ? threadsToStop(view, threadId) : [];
  if (threads.length === 0) return refuse('nothing-to-cancel', { id: taskId ?? threadId });
  const entries = cancelThreads(
    threads,
    (id) => view.thread(id),
    { code: 'canceled' },
    (id) => live.draft(id),
    () => ids.message(),
  );
  return { entries, reply: {} };
}
