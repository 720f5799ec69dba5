import type { Budget, BudgetKind, Spend, ThreadState } from '@retinue/protocol';
import { budgetKinds, dollars, remainderOf } from '@retinue/protocol';
import { formatCount, formatElapsed, formatTokens } from './usage/figures.ts';

/** How much of each bound is left, the tightest of them as a part of one, and all of it in words. */
export interface Drain {
  part: number;
  label: string;
}

/** Null where nothing is bounded. */
export function drainOf(thread: Pick<ThreadState, 'turnStats' | 'grant' | 'openTasks' | 'turn'>): Drain | null {
  return drainBetween(thread.grant, remainderOf(thread));
}

/** Of a task that is over: what it left. */
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
    label: bounds
      .map((one) => `${amountWords(one.kind, one.left)} of ${amountWords(one.kind, one.bound)} left`)
      .join(', '),
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
  calls: (count: number) => formatCount(count, 'call'),
  tasks: (count: number) => formatCount(count, 'task'),
} satisfies Record<BudgetKind, (amount: number) => string>;

export function amountWords(kind: BudgetKind, amount: number): string {
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
  if (!Number.isSafeInteger(whole) || whole < 1) return { problem: 'Enter a number greater than 0.' };
  return unit === 'tokens' ? { ...unbounded, tokens: whole } : { ...unbounded, costMicros: whole };
}

const unbounded: Budget = { tokens: null, costMicros: null, workMs: null, calls: null, tasks: null };
