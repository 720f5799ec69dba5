import type { ThreadState } from './thread-state.ts';
import { isUnfinished } from './thread-state.ts';

export type Owes = 'step' | 'calls' | 'consult';

/**
 * What a thread has to do next without anybody's help; null while it rests on its children or on a person, and when it
 * is done. The one definition of outstanding work: the log stores it with every append, schedulers only read it.
 */
export function owes(thread: ThreadState): Owes | null {
  if (!isUnfinished(thread.status) || thread.hiddenAt !== null || thread.stoppedAt !== null) return null;
  if (thread.openStep) return 'step';
  if (thread.openCalls.some((call) => call.waitsFor === 'tool')) return 'calls';
  if (thread.openCalls.some((call) => call.waitsFor === 'parent')) return 'consult';
  return thread.openCalls.length > 0 ? null : 'step';
}

/** Not before this moment; null for at once. */
export function dueAt(thread: ThreadState): number | null {
  return owes(thread) === null ? null : thread.retryAt;
}

/** Whether something came in that no step has seen yet. Such a thread may not end. */
export function hasUnseenInput(thread: ThreadState): boolean {
  return thread.inputSeq > thread.seenSeq;
}
