import { z } from 'zod';

/** What a turn or a task may spend, with everything below it; null for no bound. */
export const budgetSchema = z.strictObject({
  tokens: z.int().min(0).nullable(),
  costMicros: z.int().min(0).nullable(),
  workMs: z.int().min(0).nullable(),
  calls: z.int().min(0).nullable(),
  tasks: z.int().min(0).nullable(),
});
export type Budget = z.infer<typeof budgetSchema>;

/** What it has spent. */
export const spendSchema = z.strictObject({
  tokens: z.int().min(0),
  costMicros: z.int().min(0),
  workMs: z.int().min(0),
  calls: z.int().min(0),
  tasks: z.int().min(0),
});
export type Spend = z.infer<typeof spendSchema>;

export const noSpend: Spend = { tokens: 0, costMicros: 0, workMs: 0, calls: 0, tasks: 0 };
