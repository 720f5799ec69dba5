import type { Fact, Spend, ThreadId, ThreadState } from '@retinue/protocol';
import { addSpend, noSpend, spendOfUsage, spentBy } from '@retinue/protocol';

/** What a thread's turn has spent, with everything below it, when it ends now with these facts of its own. */
export function spendAtEnd(
  thread: ThreadState,
  { facts, below, now }: { facts: readonly Fact[]; below: Spend; now: number },
): Spend {
  const { workingSince } = thread.pace;
  const workMs = workingSince === null ? 0 : Math.max(0, now - workingSince);
  const last = facts.reduce(
    (sum, { type, data }) =>
      type === 'step.ended' || type === 'step.cut' ? addSpend(sum, spendOfUsage(data.usage)) : sum,
    { ...noSpend, workMs },
  );
  return addSpend(addSpend(spentBy(thread), last), below);
}

/** Of a thread that stops and of everything that stops below it, with what their cut steps may have cost. */
export function spendBelow(stopped: ReadonlyMap<ThreadId, ThreadState>, threadId: ThreadId): Spend {
  const thread = stopped.get(threadId);
  if (!thread) return noSpend;
  const { reservedTokens = 0, reservedCostMicros = 0 } = thread.openStep ?? {};
  const cut = { ...noSpend, tokens: reservedTokens, costMicros: reservedCostMicros };
  return addSpend(addSpend(spentBy(thread), cut), spendOfTasks(thread, stopped));
}

export function spendOfTasks(thread: ThreadState, stopped: ReadonlyMap<ThreadId, ThreadState>): Spend {
  return thread.openTasks.reduce((sum, task) => addSpend(sum, spendBelow(stopped, task.childThreadId)), noSpend);
}
