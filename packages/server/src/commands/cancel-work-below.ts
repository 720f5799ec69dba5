import type { Refusal, TaskId, ThreadId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { AppServices } from '../ports/app-services.ts';
import type { Decided, View } from '../ports/event-log.ts';
import { cancelThreads } from '../transitions/close-work.ts';
import { threadsToStop } from '../transitions/cost.ts';
import { isHidden } from './is-hidden.ts';

/**
 * Stops a thread and everything below it, in one append. Which threads those are is read inside the transaction: a child
 * that was opened a moment ago is among them, and none can be opened afterwards, since every epoch is raised.
 */
export function cancelWorkBelow(
  { services: { live, ids }, view }: { services: AppServices; view: View },
  threadId: ThreadId,
  taskId: TaskId | null = null,
): Decided<Record<string, never>> | Refusal {
  const thread = view.thread(threadId);
  if (!thread || isHidden(view, thread)) return refuse('no-such-thread', threadId);
  // Its thread may have gone on with another task, which is not meant.
  const isMeant = taskId === null || thread.parent?.taskId === taskId;
  const threads = isMeant ? threadsToStop(view, threadId) : [];
  if (threads.length === 0) return refuse('nothing-to-cancel', taskId ?? threadId);
  const entries = cancelThreads(
    threads,
    (id) => view.thread(id),
    stoppedMessage,
    (id) => live.draft(id),
    () => ids.message(),
  );
  return { entries, reply: {} };
}

export const stoppedMessage = 'Stopped by a person.';
