import type { Budget, BudgetKind, Spend, ThreadState } from '@retinue/protocol';
import { budgetKinds, dollars, remainderOf } from '@retinue/protocol';
import { budgetTextCopy as copy } from './copy.ts';
import { formatElapsed, formatTokens } from './usage/figures.ts';

/** Remainder of each bound, the smallest share, and the text of all. */
export interface Drain {
  part: number;
  label: string;
}

/** Null without a bound. */
export function drainOf(thread: Pick<ThreadState, 'turnStats' | 'grant' | 'openTasks' | 'turn'>): Drain | null {
  return drainBetween(thread.grant, remainderOf(thread));
}

/** For an ended task: its unspent part. */
export function drainOfEnded(grant: Budget | null, spent: Spend | null): Drain | null {
  if (!grant || !spent) return null;
  const left = Object.fromEntries(boundsIn(grant).map(([kind, bound]) => [kind, Math.max(0, bound - spent[kind])]));
  return drainBetween(grant, { ...grant, ...left });
}

function drainBetween(grant: Budget | null, left: Budget | null): Drain | null {
  const bounds = grant && left ? boundsIn(grant).map(([kind, bound]) => ({ kind, bound, left: left[kind] ?? 0 })) : [];
  if (bounds.length === 0) return null;
  return {
    part: Math.min(...bounds.map((one) => (one.bound === 0 ? 0 : one.left / one.bound))),
    label: bounds.map((one) => copy.left(amountText(one.kind, one.left), amountText(one.kind, one.bound))).join(', '),
  };
}

export function boundsIn(budget: Budget): [kind: BudgetKind, bound: number][] {
  return budgetKinds.flatMap((kind): [BudgetKind, number][] => {
    const bound = budget[kind];
    return bound === null ? [] : [[kind, bound]];
  });
}

const amounts = {
  tokens: formatTokens,
  costMicros: dollars,
  workMs: formatElapsed,
  calls: copy.calls,
  tasks: copy.tasks,
} satisfies Record<BudgetKind, (amount: number) => string>;

export function amountText(kind: BudgetKind, amount: number): string {
  return amounts[kind](amount);
}

/** A budget as typed beside a message. */
export interface BudgetDraft {
  amount: string;
  unit: 'tokens' | 'dollars';
}

/** Null for none, or the problem with the text. */
export function budgetFrom({ amount, unit }: BudgetDraft): Budget | null | { problem: string } {
  if (amount.trim() === '') return null;
  const count = Number(amount.replaceAll(/[\s_,]/g, ''));
  const whole = unit === 'tokens' ? Math.round(count) : Math.round(count * 1_000_000);
  if (!Number.isSafeInteger(whole) || whole < 1) return { problem: copy.notPositive };
  return unit === 'tokens' ? { ...unbounded, tokens: whole } : { ...unbounded, costMicros: whole };
}

const unbounded: Budget = { tokens: null, costMicros: null, workMs: null, calls: null, tasks: null };
