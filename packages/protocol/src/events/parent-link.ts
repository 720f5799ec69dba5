import { z } from 'zod';
import { callIdSchema, taskIdSchema, threadIdSchema } from '../ids.ts';
import { maxOrdinal, maxTimestamp } from '../schemas/numbers.ts';
import { budgetSchema } from '../state/budget.ts';
import { storedReasonSchema } from './reason.ts';

/** The link from a child to its parent: the requesting call and the task. */
export const parentLinkSchema = z.strictObject({
  threadId: threadIdSchema,
  callId: callIdSchema,
  step: z.int().min(1).max(maxOrdinal),
  taskId: taskIdSchema,
});
export type ParentLink = z.infer<typeof parentLinkSchema>;

/** The task of a child before its later tasks were taken back, and its outcome. */
export const servedBeforeSchema = z.strictObject({
  parent: parentLinkSchema,
  turn: z.int().min(0).max(maxOrdinal),
  status: z.enum(['completed', 'failed', 'cancelled']),
  result: z.string(),
  reason: storedReasonSchema.nullable(),
  endedAt: z.int().min(0).max(maxTimestamp),
  resultSchema: z.json().optional(),
  grant: budgetSchema.optional(),
});
export type ServedBefore = z.infer<typeof servedBeforeSchema>;
