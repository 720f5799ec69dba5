import { z } from 'zod';
import { triggerNames } from '../events/triggers.ts';
import { deliveryIdSchema, threadIdSchema, webhookIdSchema } from '../ids.ts';

const inputShape = {
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(500)
    .refine((text) => !/^[a-z]+:\/\/[^/?#]*@/i.test(text), 'must have no user name or password')
    .refine((text) => !text.includes('#'), 'must have no fragment'),
  triggers: z
    .array(z.enum(triggerNames))
    .min(1, 'must name at least one trigger')
    .transform((names) => [...new Set(names)]),
  isEnabled: z.boolean(),
  /** Written, never read again: `whsec_` and base64, or any other word. */
  secret: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be one word of 16 to 200 plain characters'),
};

export const webhookInputSchema = z.strictObject({ ...inputShape, isEnabled: inputShape.isEnabled.default(true) });
export type WebhookInput = z.input<typeof webhookInputSchema>;

/** Those fields that are to change. */
export const webhookChangesSchema = z.strictObject(inputShape).partial();
export type WebhookChanges = z.input<typeof webhookChangesSchema>;

/** As it is shown: of its secret, nothing. */
export const webhookSchema = z.strictObject({
  webhookId: webhookIdSchema,
  url: z.string(),
  triggers: z.array(z.enum(triggerNames)),
  isEnabled: z.boolean(),
  /** Why it is disabled, when nobody disabled it. */
  disabledReason: z.string().nullable(),
  createdAt: z.int(),
  /** Counts up with every change. */
  version: z.int().min(0),
});
export type Webhook = z.infer<typeof webhookSchema>;

export const deliverySchema = z.strictObject({
  deliveryId: deliveryIdSchema,
  trigger: z.enum(triggerNames),
  chatId: threadIdSchema,
  position: z.int(),
  /** When it happened. */
  at: z.int(),
  status: z.enum(['pending', 'delivered', 'failed']),
  tries: z.int().min(0),
  responseStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  lastTriedAt: z.int().nullable(),
  nextTryAt: z.int().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const webhookTestSchema = z.strictObject({
  ok: z.boolean(),
  responseStatus: z.int().nullable(),
  ms: z.int(),
  /** The error. */
  words: z.string().nullable(),
});
export type WebhookTest = z.infer<typeof webhookTestSchema>;
