import { z } from 'zod';
import { codeOption } from '../schemas/code-option.ts';
import { addressProblemSchema } from './address-problem.ts';

const host = z.string();

/** A sentence of a record from before there were codes. */
const textOption = codeOption('text', { text: z.string() });

/** Why a delivery of a webhook failed. */
export const deliveryProblemSchema = z.discriminatedUnion('code', [
  textOption,
  codeOption('answered', { host, status: z.int() }),
  codeOption('timeout', { host }),
  /** With the code of the network's error. */
  codeOption('unreachable', { host, network: z.string().optional() }),
  codeOption('address-refused', { problem: addressProblemSchema }),
  codeOption('no-secret', {}),
  codeOption('chat-deleted', {}),
  codeOption('webhook-disabled', {}),
]);
export type DeliveryProblem = z.infer<typeof deliveryProblemSchema>;
export type DeliveryProblemOf<Code extends DeliveryProblem['code']> = Extract<DeliveryProblem, { code: Code }>;

/** Why the server disabled a webhook. */
export const disabledReasonSchema = z.discriminatedUnion('code', [
  textOption,
  codeOption('gone', { status: z.int() }),
  codeOption('failing', { failed: z.int(), lastError: deliveryProblemSchema.nullable() }),
  codeOption('host-changed', {}),
]);
export type DisabledReason = z.infer<typeof disabledReasonSchema>;
export type DisabledReasonOf<Code extends DisabledReason['code']> = Extract<DisabledReason, { code: Code }>;

/** As records hold them: those of earlier releases are sentences. */
export const storedDeliveryProblemSchema = z.preprocess(coded, deliveryProblemSchema.nullable());
export const storedDisabledReasonSchema = z.preprocess(coded, disabledReasonSchema.nullable());

function coded(stored: unknown): unknown {
  return typeof stored === 'string' ? { code: 'text', text: stored } : stored;
}
