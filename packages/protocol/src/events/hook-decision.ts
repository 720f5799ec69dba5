import { z } from 'zod';

/** An extension's decision about a call before it was recorded. */
export const hookDecisionSchema = z.strictObject({
  extension: z.string(),
  outcome: z.enum(['refused', 'amended']),
  reason: z.string(),
  /** The arguments, or a task's instruction, before the amendment. */
  original: z.json(),
});
