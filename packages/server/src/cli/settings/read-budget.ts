import { budgetInputSchema } from '@retinue/protocol';
import type { z } from 'zod';
import { usageError } from '../exit.ts';

/** Reads `tokens=10000 dollars=0.50 minutes=5 calls=20 tasks=3`, or a part of it. */
export function readBudget(text: string): z.output<typeof budgetInputSchema> {
  const entries = readAssignments(text).map(([name, value]) => {
    const unit = units[name];
    const number = Number(value);
    if (!unit || value === '' || !Number.isFinite(number) || number < 0) throw wrongBudget(`${name}=${value}`);
    return [unit.kind, Math.round(number * unit.times)];
  });
  const budget = budgetInputSchema.safeParse(Object.fromEntries(entries));
  if (!budget.success) throw wrongBudget(text);
  return budget.data;
}

/** Reads `name=value` pairs with spaces or commas between them. */
export function readAssignments(text: string): [name: string, value: string][] {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  return parts.map((part) => {
    const [name = '', value = ''] = part.split('=', 2);
    return [name, value];
  });
}

const units: Record<string, { kind: string; times: number }> = {
  tokens: { kind: 'tokens', times: 1 },
  dollars: { kind: 'costMicros', times: 1_000_000 },
  minutes: { kind: 'workMs', times: 60_000 },
  calls: { kind: 'calls', times: 1 },
  tasks: { kind: 'tasks', times: 1 },
};

function wrongBudget(given: string) {
  return usageError(
    `"${given}" is not a budget. Give some of tokens, dollars, minutes, calls and tasks, for example: tokens=10000 dollars=0.50`,
  );
}
