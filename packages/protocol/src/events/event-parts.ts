import { z } from 'zod';
import { blobHashSchema, callIdSchema, taskIdSchema, threadIdSchema } from '../ids.ts';
import { maxOrdinal, maxTimestamp } from '../schemas/numbers.ts';
import { budgetSchema } from '../state/budget.ts';
import { reasonShapes, storedReasonSchema } from './reason.ts';

/* Values within events. Their shapes are as final as those of the events. */

/** Metadata that a provider sent with the part, such as a signature: the same model gets it back unchanged. */
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

/** `imported` stands for all actors of a chat before its import: they are no people of this store. */
export const actorSchema = z.union([
  z.literal('engine'),
  z.literal('imported'),
  z.templateLiteral(['person:', z.string()]),
]);
export type Actor = z.infer<typeof actorSchema>;

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

/** The usage of a model call, as the log keeps it. */
export const usageSchema = z.strictObject({
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  reasoningTokens: z.int().min(0),
  cachedTokens: z.int().min(0),
  /** Estimated tokens of a crashed or cut attempt; the provider never reported them. */
  estimatedTokens: z.int().min(0),
  /** Millionths of a dollar, at the price of that moment. Absent where no price is known or the model is free. */
  costMicros: z.int().min(0).optional(),
});
export type Usage = z.infer<typeof usageSchema>;
