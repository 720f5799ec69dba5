import { z } from 'zod';
import { providerIdSchema } from '../ids.ts';

export const providerKinds = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** The address of a vendor's own server. An OpenAI-compatible one can be anywhere. */
export const vendorAddresses: Record<ProviderKind, string | null> = {
  'openai-compatible': null,
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

const inputShape = {
  name: z.string().trim().min(1, 'must not be empty').max(80, 'must have at most 80 characters'),
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(500)
    .refine(isPlainAddress, 'must have no user name, password, query or fragment')
    .transform((text) => text.replace(/\/+$/, '')),
  /** Written, never read again. Null takes it away. */
  key: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'must be one word of plain characters')
    .nullable(),
  models: z.array(z.string().trim().min(1).max(200)).max(500),
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
    context.addIssue({ code: 'custom', path: ['baseUrl'], message: 'must be given for an OpenAI-compatible server' });
    return z.NEVER;
  });
export type ProviderInput = z.input<typeof providerInputSchema>;

/** Those fields of a provider that are to change. Another origin takes the key away, unless a new one comes with it. */
export const providerChangesSchema = z.strictObject(inputShape).partial();
export type ProviderChanges = z.input<typeof providerChangesSchema>;

/** A provider as it is shown: of its key only that there is one, and how it ends. */
export const providerSchema = z.strictObject({
  providerId: providerIdSchema,
  name: z.string(),
  kind: z.enum(providerKinds),
  baseUrl: z.string(),
  hasKey: z.boolean(),
  /** The last four characters. */
  keyHint: z.string().nullable(),
  models: z.array(z.string()),
  /** Counts up with every change. */
  version: z.int().min(0),
});
export type Provider = z.infer<typeof providerSchema>;

export const providerTestSchema = z.union([
  z.strictObject({ ok: z.literal(true), ms: z.int() }),
  z.strictObject({ ok: z.literal(false), words: z.string() }),
]);
export type ProviderTest = z.infer<typeof providerTestSchema>;

function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '' && !/[?#]/.test(text);
}
