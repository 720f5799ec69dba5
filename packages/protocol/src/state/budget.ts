import { z } from 'zod';
import type { Usage } from '../events/event-parts.ts';
import { addSaturating } from '../schemas/numbers.ts';
import type { OpenTask, ThreadState } from './thread-state.ts';
import { costOf, totalTokens } from './usage.ts';

/** The most that a turn or a task may spend, with everything below it; null for no bound. */
export const budgetSchema = z.strictObject({
  tokens: z.int().min(0).nullable(),
  costMicros: z.int().min(0).nullable(),
  workMs: z.int().min(0).nullable(),
  calls: z.int().min(0).nullable(),
  tasks: z.int().min(0).nullable(),
});
export type Budget = z.infer<typeof budgetSchema>;

/** A budget as people write it: an omitted field has no bound. */
export const budgetInputSchema = z
  .strictObject({
    tokens: budgetSchema.shape.tokens.default(null),
    costMicros: budgetSchema.shape.costMicros.default(null),
    workMs: budgetSchema.shape.workMs.default(null),
    calls: budgetSchema.shape.calls.default(null),
    tasks: budgetSchema.shape.tasks.default(null),
  })
  .refine((budget) => budgetKinds.some((kind) => budget[kind] !== null), 'no-bound');

/** The amount that was spent. */
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
    tokens: addSaturating(left.tokens, right.tokens),
    costMicros: addSaturating(left.costMicros, right.costMicros),
    workMs: addSaturating(left.workMs, right.workMs),
    calls: addSaturating(left.calls, right.calls),
    tasks: addSaturating(left.tasks, right.tasks),
  };
}

export function spendOfUsage(usage: Usage): Spend {
  return { ...noSpend, tokens: totalTokens(usage), costMicros: costOf(usage) };
}

/** The spend of a thread's turn, with its ended tasks. */
export function spentBy({ turnStats }: Pick<ThreadState, 'turnStats'>): Spend {
  const { tokens, costMicros, workedMs: workMs, calls, tasks } = turnStats;
  return addSpend({ tokens, costMicros, workMs, calls, tasks }, turnStats.spentByTasks);
}

/** The rest of a thread's grant after its spend and the grants of its open tasks. Null for no grant. */
export function remainderOf(thread: Pick<ThreadState, 'turnStats' | 'grant' | 'openTasks'>): Budget | null {
  const { grant, turnStats } = thread;
  if (!grant) return null;
  return budgetLess(
    grant,
    spentBy(thread),
    thread.openTasks.filter((task) => task.begunSeq === turnStats.begunSeq),
  );
}

/** Remainder of a person's message for the turns that still follow from it. Null for no grant. */
export function remainderOfOrigin(
  thread: Pick<ThreadState, 'turnStats' | 'openTasks' | 'origins'>,
  originSeq: number,
): Budget | null {
  const origin = thread.origins.find(({ seq }) => seq === originSeq);
  if (!origin?.grant) return null;
  const isCurrent = thread.turnStats.originSeq === originSeq;
  const spent = isCurrent ? addSpend(origin.spent, spentBy(thread)) : origin.spent;
  return budgetLess(
    origin.grant,
    spent,
    thread.openTasks.filter((task) => task.originSeq === originSeq),
  );
}

/** The smallest of each given bound; null without any. */
export function minBudget(...budgets: readonly (Budget | null | undefined)[]): Budget | null {
  const least = eachKind((kind) => {
    const bounds = budgets.flatMap((budget) => budget?.[kind] ?? []);
    return bounds.length === 0 ? null : Math.min(...bounds);
  });
  return budgetKinds.some((kind) => least[kind] !== null) ? least : null;
}

/** Each task's share. A part stays with the parent, so that it can use their results. */
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

type Aside = Pick<OpenTask, 'grant'>;

/** The remainder of a budget after its spend and the grants of these tasks. */
export function budgetLess(budget: Budget, spent: Spend, open: readonly Aside[] = []): Budget {
  return eachKind((kind) => {
    const bound = budget[kind];
    return bound === null ? null : Math.max(0, bound - spent[kind] - asideIn(open, kind));
  });
}

/** The budget whose remainder this is, after so much was spent and reserved. */
export function budgetPlus(left: Budget, spent: Spend, open: readonly Aside[]): Budget {
  return eachKind((kind) => {
    const bound = left[kind];
    return bound === null ? null : bound + spent[kind] + asideIn(open, kind);
  });
}

function asideIn(open: readonly Aside[], kind: BudgetKind): number {
  return open.reduce((sum, task) => addSaturating(sum, task.grant?.[kind] ?? 0), 0);
}

function eachKind(boundOf: (kind: BudgetKind) => number | null): Budget {
  return {
    tokens: boundOf('tokens'),
    costMicros: boundOf('costMicros'),
    workMs: boundOf('workMs'),
    calls: boundOf('calls'),
    tasks: boundOf('tasks'),
  };
}
