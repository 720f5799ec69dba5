import {
  type Provider,
  type ProviderChanges,
  type ProviderInput,
  type ProviderKind,
  providerChangesSchema,
  providerInputSchema,
  vendorAddresses,
} from '@retinue/protocol';
import { lines, text, unchanged } from '../../../store/forms/codecs.ts';
import type { Codec, DraftOf, FormShape } from '../../../store/forms/form-shape.ts';
import { providersCopy as copy } from './copy.ts';

/** Empty keeps the stored key, null deletes it. */
const key: Codec<string | null> = { show: () => '', read: (shown) => (shown?.trim() === '' ? undefined : shown) };

const fields = { kind: unchanged<ProviderKind>('openai-compatible'), name: text, baseUrl: text, key, models: lines };

export type ProviderDraft = DraftOf<typeof fields>;

/** The kind of a stored provider can't be changed, so it is not sent. */
export function providerShape(isNew: boolean): FormShape<ProviderDraft, ProviderInput | ProviderChanges> {
  return {
    fields,
    labels: copy.labels,
    schema: isNew ? providerInputSchema : providerChangesSchema,
    finish: ({ kind, ...request }, draft) => ({
      ...request,
      ...(isNew ? { kind } : {}),
      baseUrl: urlOf(draft),
    }),
  };
}

/** A stored key is only for the server that it was given for. */
export function losesKey(draft: ProviderDraft, { hasKey, baseUrl }: Provider): boolean {
  const url = URL.parse(urlOf(draft));
  return hasKey && !draft.key?.trim() && url !== null && url.origin !== URL.parse(baseUrl)?.origin;
}

function urlOf({ baseUrl, kind }: ProviderDraft): string {
  return baseUrl.trim() || (vendorAddresses[kind] ?? '');
}
