import { z } from 'zod';
import { blobHashSchema, callIdSchema } from '../ids.ts';

/* Values within events. Their shapes are as final as those of the events. */
export const partSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('reasoning'), text: z.string(), provider: z.json().optional() }),
  z.strictObject({ type: z.literal('call'), callId: callIdSchema }),
]);
export type Part = z.infer<typeof partSchema>;

/**
 * A tool's result. Beyond the tool's bound, `value` is a text preview and the full result is the blob of this SHA-256.
 */
export const outputSchema = z.strictObject({
  value: z.json(),
  bytes: z.int().min(0),
  blob: blobHashSchema.nullable(),
});
export type Output = z.infer<typeof outputSchema>;

export const effectSchema = z.enum(['read', 'idempotent', 'unsafe']);
export type Effect = z.infer<typeof effectSchema>;

export const finishReasonSchema = z.enum(['stop', 'calls', 'length', 'content-filter', 'error', 'other']);
export type FinishReason = z.infer<typeof finishReasonSchema>;

export const cutReasonSchema = z.enum(['stopped', 'provider-error', 'limit', 'crash', 'drain', 'too-long']);
export type CutReason = z.infer<typeof cutReasonSchema>;

export const verdictSchema = z.enum(['approved', 'refused']);
export type Verdict = z.infer<typeof verdictSchema>;
