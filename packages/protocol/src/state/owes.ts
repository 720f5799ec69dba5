import type { ThreadState } from './thread-state.ts';
import { isUnfinished } from './thread-state.ts';

export type Owes = 'step' | 'calls' | 'consult';

/**
 * Next work of a thread that needs no help; null while it waits for its children or a person, and when it is done. The
 * only definition of outstanding work: the log stores it with every append, schedulers only read it.
 */
export function owes(thread: ThreadState): Owes | null {
  if (!isUnfinished(thread.status) || thread.hiddenAt !== null || thread.stoppedAt !== null) return null;
  if (thread.openStep) return 'step';
  if (thread.openCalls.some((call) => call.waitsFor === 'tool')) return 'calls';
  if (thread.openCalls.some((call) => call.waitsFor === 'parent')) return 'consult';
  return thread.openCalls.length > 0 ? null : 'step';
}

/** Earliest time; null for at once. */
export function dueAt(thread: ThreadState): number | null {
  return owes(thread) === null ? null : thread.retryAt;
}

/** Whether there is input that no step has seen yet. Such a thread may not end. */
export function hasUnseenInput(thread: ThreadState): boolean {
  return thread.inputSeq > thread.seenSeq;
}
