import { z } from 'zod';
import type { Usage } from './events.ts';
import type { ThreadState } from './thread-state.ts';
import { costOf, totalTokens } from './usage.ts';

/** What a turn or a task may spend, with everything below it; null for no bound. */
export const budgetSchema = z.strictObject({
  tokens: z.int().min(0).nullable(),
  costMicros: z.int().min(0).nullable(),
  workMs: z.int().min(0).nullable(),
  calls: z.int().min(0).nullable(),
  tasks: z.int().min(0).nullable(),
});
export type Budget = z.infer<typeof budgetSchema>;

/** A budget as people write it: what is left out has no bound. */
export const budgetInputSchema = z
  .strictObject({
    tokens: budgetSchema.shape.tokens.default(null),
    costMicros: budgetSchema.shape.costMicros.default(null),
    workMs: budgetSchema.shape.workMs.default(null),
    calls: budgetSchema.shape.calls.default(null),
    tasks: budgetSchema.shape.tasks.default(null),
  })
  .refine((budget) => budgetKinds.some((kind) => budget[kind] !== null), 'must bound something');

/** What it has spent. */
export const spendSchema = z.strictObject({
  tokens: z.int().min(0),
  costMicros: z.int().min(0),
  workMs: z.int().min(0),
  calls: z.int().min(0),
  tasks: z.int().min(0),
});
export type Spend = z.infer<typeof spendSchema>;

export const budgetKinds = ['tokens', 'costMicros', 'workMs', 'calls', 'tasks'] as const;
export type BudgetKind = (typeof budgetKinds)[number];

export const noSpend: Spend = { tokens: 0, costMicros: 0, workMs: 0, calls: 0, tasks: 0 };

export function addSpend(left: Spend, right: Spend): Spend {
  return {
    tokens: left.tokens + right.tokens,
    costMicros: left.costMicros + right.costMicros,
    workMs: left.workMs + right.workMs,
    calls: left.calls + right.calls,
    tasks: left.tasks + right.tasks,
  };
}

export function spendOfUsage(usage: Usage): Spend {
  return { ...noSpend, tokens: totalTokens(usage), costMicros: costOf(usage) };
}

/** What a thread has spent in its turn, with those of its tasks that have ended. */
export function spentBy({ pace }: Pick<ThreadState, 'pace'>): Spend {
  const { tokens, costMicros, workedMs: workMs, calls, tasks } = pace;
  return addSpend({ tokens, costMicros, workMs, calls, tasks }, pace.spentByTasks);
}

/** What is left of a thread's grant: without what was spent and what is set aside for its open tasks. Null for no grant. */
export function remainderOf(thread: Pick<ThreadState, 'pace' | 'grant' | 'openTasks'>): Budget | null {
  const { grant, pace } = thread;
  if (!grant) return null;
  const spent = spentBy(thread);
  const open = thread.openTasks.filter((task) => task.begunSeq === pace.begunSeq);
  return eachKind((kind) => {
    const bound = grant[kind];
    if (bound === null) return null;
    const aside = open.reduce((sum, task) => sum + (task.grant?.[kind] ?? 0), 0);
    return Math.max(0, bound - spent[kind] - aside);
  });
}

/** The smallest of each bound that is given; null when none is. */
export function leastBudget(...budgets: readonly (Budget | null | undefined)[]): Budget | null {
  const least = eachKind((kind) => {
    const bounds = budgets.flatMap((budget) => budget?.[kind] ?? []);
    return bounds.length === 0 ? null : Math.min(...bounds);
  });
  return budgetKinds.some((kind) => least[kind] !== null) ? least : null;
}

/** What each of so many tasks gets of a remainder. A part is held back, so that whoever sends them can still make use of it. */
export function shareOf(remainder: Budget | null, tasks: number): Budget | null {
  if (!remainder) return null;
  return eachKind((kind) => {
    const left = remainder[kind];
    if (left === null) return null;
    // The tasks themselves count, too.
    const divided = kind === 'tasks' ? Math.max(0, left - tasks) : left;
    return Math.floor((sharedPart * divided) / tasks);
  });
}

const sharedPart = 0.8;

function eachKind(boundOf: (kind: BudgetKind) => number | null): Budget {
  return {
    tokens: boundOf('tokens'),
    costMicros: boundOf('costMicros'),
    workMs: boundOf('workMs'),
    calls: boundOf('calls'),
    tasks: boundOf('tasks'),
  };
}
