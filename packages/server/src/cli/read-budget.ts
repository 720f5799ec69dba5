import { budgetInputSchema } from '@retinue/protocol';
import type { z } from 'zod';
import type { Failure } from './exit.ts';
import { wrongUsage } from './exit.ts';

export type BudgetInput = z.output<typeof budgetInputSchema>;

/** `tokens=10000 dollars=0.50 minutes=5 calls=20 tasks=3`, or a part of it. */
export function readBudget(text: string): BudgetInput | Failure {
  const bounds: Record<string, number> = {};
  for (const word of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [name = '', value = ''] = word.split('=', 2);
    const unit = units[name];
    const number = Number(value);
    if (!unit || value === '' || !Number.isFinite(number) || number < 0) return wrongUsage(budgetWords(word));
    bounds[unit.kind] = Math.round(number * unit.times);
  }
  const budget = budgetInputSchema.safeParse(bounds);
  return budget.success ? budget.data : wrongUsage(budgetWords(text));
}

const units: Record<string, { kind: string; times: number }> = {
  tokens: { kind: 'tokens', times: 1 },
  dollars: { kind: 'costMicros', times: 1_000_000 },
  minutes: { kind: 'workMs', times: 60_000 },
  calls: { kind: 'calls', times: 1 },
  tasks: { kind: 'tasks', times: 1 },
};

function budgetWords(given: string): string {
  return `"${given}" is no budget. Give some of tokens, dollars, minutes, calls and tasks, as in: tokens=10000 dollars=0.50`;
}
