import type { Fact, Spend, ThreadId, ThreadState } from '@retinue/protocol';
import { addSpend, noSpend, spendOfUsage, spentBy } from '@retinue/protocol';
import type { View } from '../ports/event-log.ts';

/** What a thread's turn has spent, with everything below it, when it ends with these facts of its own after so much work. */
export function spendAtEnd(
  thread: ThreadState,
  { facts, below, workMs }: { facts: readonly Fact[]; below: Spend; workMs: number },
): Spend {
  const last = facts.reduce(
    (sum, { type, data }) =>
      type === 'step.ended' || type === 'step.cut' ? addSpend(sum, spendOfUsage(data.usage)) : sum,
    { ...noSpend, workMs },
  );
  return addSpend(addSpend(spentBy(thread), last), below);
}

/** The threads to stop, from this one down, with the working time of what they are in the middle of. */
export function threadsToStop(view: Pick<View, 'unfinishedBelow' | 'workedMs'>, threadId: ThreadId): ThreadToStop[] {
  return view.unfinishedBelow(threadId).map((thread) => {
    const { turnStats } = thread;
    const workMs = view.workedMs(thread);
    return { ...thread, workMs, turnStats: { ...turnStats, workedMs: turnStats.workedMs + workMs } };
  });
}

export interface ThreadToStop extends ThreadState {
  /** The working time of what it is in the middle of. Its turnStats include it already. */
  workMs?: number;
}

/** Of a thread that stops and of everything that stops below it, with what their cut steps may have cost. */
export function spendBelow(stopped: ReadonlyMap<ThreadId, ThreadState>, threadId: ThreadId): Spend {
  const thread = stopped.get(threadId);
  if (!thread) return noSpend;
  const { reservedTokens = 0, reservedCostMicros = 0 } = thread.openStep ?? {};
  const cut = { ...noSpend, tokens: reservedTokens, costMicros: reservedCostMicros };
  return addSpend(addSpend(spentBy(thread), cut), spendOfTasks(thread, withoutThread(stopped, threadId)));
}

/** Each thread counts once, also where a stored link leads back to it. */
export function withoutThread(
  stopped: ReadonlyMap<ThreadId, ThreadState>,
  threadId: ThreadId,
): Map<ThreadId, ThreadState> {
  const others = new Map(stopped);
  others.delete(threadId);
  return others;
}

export function spendOfTasks(thread: ThreadState, stopped: ReadonlyMap<ThreadId, ThreadState>): Spend {
  return thread.openTasks.reduce((sum, task) => addSpend(sum, spendBelow(stopped, task.childThreadId)), noSpend);
}
