import type { EventOf } from '../../events/events.ts';
import type { StepItem, ThreadState } from '../thread-state.ts';

/** A step about the thread, not a part of its conversation. */
export function isCompaction({ kind }: Pick<StepItem, 'kind'>): boolean {
  return kind === 'compaction';
}

/** A later summary covers an earlier one. */
export function compactThread(thread: ThreadState, { at, data }: EventOf<'thread.compacted'>): void {
  thread.compaction = { ...data, at };
  thread.turnStats.failedCompactions = 0;
}

/** One that ended has failed, unless the summary follows in the same append. */
export function closeCompaction({ openStep, turnStats }: ThreadState, isOver: boolean): void {
  if (isOver && openStep && isCompaction(openStep)) turnStats.failedCompactions += 1;
}

/** Removes a summary of items that were taken back. */
export function rewindCompaction(thread: ThreadState, toSeq: number): void {
  if (thread.compaction && thread.compaction.throughSeq > toSeq) thread.compaction = null;
}
