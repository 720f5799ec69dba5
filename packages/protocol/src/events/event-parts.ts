import { z } from 'zod';
import { blobHashSchema, callIdSchema } from '../ids.ts';

/* Values within events. Their shapes are as final as those of the events. */

/** What a provider sent beside the part, such as a signature: the same model gets it back unchanged. */
const provider = z.json().optional();

/** Blocks of a reply, in the order and with the borders that the provider gave them. */
export const partSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string(), provider }),
  z.strictObject({ type: z.literal('reasoning'), text: z.string(), provider }),
  z.strictObject({ type: z.literal('call'), callId: callIdSchema, provider }),
]);
export type Part = z.infer<typeof partSchema>;

/** For readers, to whom borders between blocks of one kind mean nothing: while a step is written, they are not known. */
export function joinBlocks(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type === 'call' || last?.type !== part.type) joined.push(part);
    else joined[joined.length - 1] = { ...last, ...part, text: last.text + part.text };
  }
  return joined;
}

/** The texts of a reply, without its calls. */
export function partsText(parts: readonly Part[], type: 'text' | 'reasoning' = 'text'): string {
  return joinBlocks(parts)
    .flatMap((part) => (part.type === type ? [part.text] : []))
    .join('\n\n');
}

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
