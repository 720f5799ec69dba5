import type { Budget } from '@retinue/protocol';
import { type FieldNames, numberOf } from './forms.ts';

/** A budget as it is typed: empty for no bound, money in dollars, time in minutes. */
export interface BudgetDraft {
  budgetTokens: string;
  budgetDollars: string;
  budgetMinutes: string;
  budgetCalls: string;
  budgetTasks: string;
}

/** Where the budget stands in what is sent. */
export function budgetNames(path: string): FieldNames<BudgetDraft> {
  return [
    [`${path}.tokens`, 'budgetTokens', 'The number of tokens'],
    [`${path}.costMicros`, 'budgetDollars', 'The sum'],
    [`${path}.workMs`, 'budgetMinutes', 'The time'],
    [`${path}.calls`, 'budgetCalls', 'The number of calls'],
    [`${path}.tasks`, 'budgetTasks', 'The number of tasks'],
  ];
}

export function draftOfBudget(budget: Budget | null | undefined): BudgetDraft {
  const { tokens = null, costMicros = null, workMs = null, calls = null, tasks = null } = budget ?? {};
  return {
    budgetTokens: typed(tokens),
    budgetDollars: typed(costMicros, 1_000_000),
    budgetMinutes: typed(workMs, minuteMs),
    budgetCalls: typed(calls),
    budgetTasks: typed(tasks),
  };
}

/** Null when nothing in it is bounded. */
export function budgetOf(draft: BudgetDraft): Budget | null {
  const budget = {
    tokens: numberOf(draft.budgetTokens) ?? null,
    costMicros: scaled(draft.budgetDollars, 1_000_000),
    workMs: scaled(draft.budgetMinutes, minuteMs),
    calls: numberOf(draft.budgetCalls) ?? null,
    tasks: numberOf(draft.budgetTasks) ?? null,
  };
  return Object.values(budget).every((bound) => bound === null) ? null : budget;
}

/** What was typed, in the finer unit that is kept. */
export function scaled(text: string, unit: number): number | null {
  const value = numberOf(text);
  return value === undefined ? null : Math.round(value * unit);
}

export function typed(value: number | null | undefined, unit = 1): string {
  return value === null || value === undefined ? '' : String(Number((value / unit).toFixed(6)));
}

export const minuteMs = 60_000;
