import { z } from 'zod';
import { providerIdSchema } from '../ids.ts';
import { isPlain, nameText } from '../schemas/texts.ts';

export const providerKinds = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** The address of a vendor's own server. An OpenAI-compatible one can be anywhere. */
export const vendorAddresses = {
  'openai-compatible': null,
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const satisfies Record<ProviderKind, string | null>;

const inputShape = {
  name: nameText(80),
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'web-address' })
    .max(500)
    .refine(isPlain, 'control-characters')
    .refine(isPlainAddress, 'address-with-query')
    .transform((text) => text.replace(/\/+$/, '')),
  /** Written, never returned. Null removes it. */
  key: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'provider-key')
    .nullable(),
  models: z.array(nameText(200)).max(500),
};

export const providerInputSchema = z
  .strictObject({
    name: inputShape.name,
    kind: z.enum(providerKinds),
    baseUrl: inputShape.baseUrl.optional(),
    key: inputShape.key.default(null),
    models: inputShape.models.default([]),
  })
  .transform(({ baseUrl, ...rest }, context) => {
    const address = baseUrl ?? vendorAddresses[rest.kind];
    if (address !== null) return { ...rest, baseUrl: address };
    context.addIssue({ code: 'custom', path: ['baseUrl'], message: 'address-missing' });
    return z.NEVER;
  });
export type ProviderInput = z.input<typeof providerInputSchema>;

/** Fields of a provider to change. Another origin removes the key, unless a new one comes with it. */
export const providerChangesSchema = z.strictObject(inputShape).partial();
export type ProviderChanges = z.input<typeof providerChangesSchema>;

/** A provider as clients see it: its key only as present or not, with the last characters. */
export const providerSchema = z.strictObject({
  providerId: providerIdSchema,
  name: z.string(),
  kind: z.enum(providerKinds),
  baseUrl: z.string(),
  hasKey: z.boolean(),
  /** The last four characters. */
  keyHint: z.string().nullable(),
  models: z.array(z.string()),
  /** Rises with every change. */
  version: z.int().min(0),
});
export type Provider = z.infer<typeof providerSchema>;

/** The time that a model took to answer. */
export const providerTestSchema = z.strictObject({ ms: z.int() });
export type ProviderTest = z.infer<typeof providerTestSchema>;

function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '' && !/[?#]/.test(text);
}
