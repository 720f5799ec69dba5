import { z } from 'zod';
import { reasonShapes } from './reason.ts';

/** A hook that failed counts as a refusal. */
const failedHookSchema = z.strictObject({ code: z.literal('extension-failed'), ...reasonShapes['extension-failed'] });

/** An extension's decision about a call before it was recorded. */
export const hookDecisionSchema = z.strictObject({
  extension: z.string(),
  outcome: z.enum(['refused', 'amended']),
  /** The extension's own text. Earlier releases stored a sentence for a failed hook, too. */
  reason: z.union([z.string(), failedHookSchema]),
  /** The arguments, or a task's instruction, before the amendment. */
  original: z.json(),
});
