import { z } from 'zod';
import { triggerNames } from '../events/trigger-names.ts';
import { deliveryIdSchema, threadIdSchema, webhookIdSchema } from '../ids.ts';
import { isPlain } from '../schemas/texts.ts';
import { deliveryProblemSchema, disabledReasonSchema } from './delivery-problem.ts';

const inputShape = {
  url: z
    .url({ protocol: /^https?$/, error: 'web-address' })
    .max(500)
    .refine(isPlain, 'control-characters')
    .refine((text) => !/^[a-z]+:\/\/[^/?#]*@/i.test(text), 'address-with-user')
    .refine((text) => !text.includes('#'), 'address-with-fragment'),
  triggers: z
    .array(z.enum(triggerNames))
    .min(1)
    .transform((names) => [...new Set(names)]),
  isEnabled: z.boolean(),
  /** Written, never returned: `whsec_` and base64, or any other text. */
  secret: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{16,200}$/, 'webhook-secret'),
};

export const webhookInputSchema = z.strictObject({ ...inputShape, isEnabled: inputShape.isEnabled.default(true) });
export type WebhookInput = z.input<typeof webhookInputSchema>;

/** Fields to change. */
export const webhookChangesSchema = z.strictObject(inputShape).partial();
export type WebhookChanges = z.input<typeof webhookChangesSchema>;

/** A webhook as clients see it, without its secret. */
export const webhookSchema = z.strictObject({
  webhookId: webhookIdSchema,
  url: z.string(),
  triggers: z.array(z.enum(triggerNames)),
  isEnabled: z.boolean(),
  /** Reason, if the server disabled it. */
  disabledReason: disabledReasonSchema.nullable(),
  createdAt: z.int(),
  /** Rises with every change. */
  version: z.int().min(0),
});
export type Webhook = z.infer<typeof webhookSchema>;

export const deliverySchema = z.strictObject({
  deliveryId: deliveryIdSchema,
  trigger: z.enum(triggerNames),
  chatId: threadIdSchema,
  position: z.int(),
  /** Time of the event. */
  at: z.int(),
  status: z.enum(['pending', 'delivered', 'failed']),
  tries: z.int().min(0),
  responseStatus: z.int().nullable(),
  lastError: deliveryProblemSchema.nullable(),
  lastTriedAt: z.int().nullable(),
  nextTryAt: z.int().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const webhookTestSchema = z.strictObject({
  responseStatus: z.int().nullable(),
  ms: z.int(),
});
export type WebhookTest = z.infer<typeof webhookTestSchema>;
