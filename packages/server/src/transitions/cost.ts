import type { Fact, Spend, ThreadId, ThreadState, Usage } from '@retinue/protocol';
import { addSpend, addUsage, noSpend, noUsage, spendOfUsage, spentBy } from '@retinue/protocol';
import type { View } from '../ports/log/event-log.ts';

/** The cost of a task, in tokens as providers count them and in the kinds that a budget bounds. */
export interface Cost {
  usage: Usage;
  spent: Spend;
}

const noCost: Cost = { usage: noUsage, spent: noSpend };

export function addCost(left: Cost, right: Cost): Cost {
  return { usage: addUsage(left.usage, right.usage), spent: addSpend(left.spent, right.spent) };
}

/** The cost of a thread's turn, when it ends with these facts after this working time: its ended tasks included. */
export function costAtEnd(thread: ThreadState, facts: readonly Fact[], workMs: number): Cost {
  const steps = facts.flatMap(({ type, data }) => (type === 'step.ended' || type === 'step.cut' ? [data.usage] : []));
  const usage = steps.reduce(addUsage, noUsage);
  return addCost(costOfTurn(thread), { usage, spent: { ...spendOfUsage(usage), workMs } });
}

export interface ThreadToStop extends ThreadState {
  /** The working time of its open step or call. Its `turnStats` include it already. */
  workMs?: number;
}

/** The threads to stop, from this one down, with the working time of their open steps and calls. */
export function threadsToStop(view: Pick<View, 'unfinishedBelow' | 'workedMs'>, threadId: ThreadId): ThreadToStop[] {
  return view.unfinishedBelow(threadId).map((thread) => {
    const { turnStats } = thread;
    const workMs = view.workedMs(thread);
    return { ...thread, workMs, turnStats: { ...turnStats, workedMs: turnStats.workedMs + workMs } };
  });
}

export type StoppedThreads = ReadonlyMap<ThreadId, ThreadState>;

/** The cost of a thread that stops and of everything that stops below it, with the estimates for their cut steps. */
export function costBelow(stopped: StoppedThreads, threadId: ThreadId): Cost {
  const thread = stopped.get(threadId);
  if (!thread) return noCost;
  const cut = thread.openStep ? reservedFor(thread.openStep) : noUsage;
  const own = addCost(costOfTurn(thread), { usage: cut, spent: spendOfUsage(cut) });
  // Each thread counts once, also where a stored link leads back to it.
  const others = new Map(stopped);
  others.delete(threadId);
  return addCost(own, costOfTasks(thread, others));
}

export function costOfTasks(thread: ThreadState, stopped: StoppedThreads): Cost {
  return thread.openTasks.reduce((sum, task) => addCost(sum, costBelow(stopped, task.childThreadId)), noCost);
}

/** A step that never reported its cost counts as its whole reservation. */
export function reservedFor({ reservedTokens, reservedCostMicros }: NonNullable<ThreadState['openStep']>): Usage {
  const usage = { ...noUsage, estimatedTokens: reservedTokens };
  return reservedCostMicros !== null ? { ...usage, costMicros: reservedCostMicros } : usage;
}

function costOfTurn(thread: ThreadState): Cost {
  return { usage: thread.turnStats.usage, spent: spentBy(thread) };
}
