import {
  type Provider,
  type ProviderChanges,
  type ProviderInput,
  type ProviderKind,
  providerChangesSchema,
  providerInputSchema,
  vendorAddresses,
} from '@retinue/protocol';
import {
  type Checked,
  type FieldNames,
  fieldOfRefusal,
  labelIn,
  type Problems,
  problemsOf,
  type Refused,
} from './forms.ts';

/** A provider as it stands in its form. */
export interface ProviderDraft {
  kind: ProviderKind;
  name: string;
  baseUrl: string;
  /** What was typed now; empty leaves the stored one as it is. */
  key: string;
  isKeyTaken: boolean;
  /** One a line. */
  models: string;
}

export const newProviderDraft: ProviderDraft = {
  kind: 'openai-compatible',
  name: '',
  baseUrl: '',
  key: '',
  isKeyTaken: false,
  models: '',
};

export const kindWords: Record<ProviderKind, string> = {
  'openai-compatible': 'OpenAI-compatible server (Ollama, LM Studio, vLLM, OpenRouter …)',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
};

const names: FieldNames<ProviderDraft> = [
  ['name', 'name', 'The name'],
  ['baseUrl', 'baseUrl', 'The address'],
  ['key', 'key', 'The key'],
  ['models', 'models', 'A model id'],
  ['kind', 'kind', 'The kind'],
];

export const providerFieldLabel = labelIn(names);

export function draftOfProvider({ kind, name, baseUrl, models }: Provider): ProviderDraft {
  return { kind, name, baseUrl, key: '', isKeyTaken: false, models: models.join('\n') };
}

export function checkNewProvider(draft: ProviderDraft): Checked<ProviderDraft, ProviderInput> {
  const { kind, name } = draft;
  const baseUrl = draft.baseUrl.trim();
  const input: ProviderInput = {
    kind,
    name,
    models: modelsOf(draft.models),
    key: draft.key.trim() === '' ? null : draft.key,
    ...(baseUrl === '' ? {} : { baseUrl }),
  };
  const parsed = providerInputSchema.safeParse(input);
  if (parsed.success) return { value: input };
  // The schema asks for the address only once the rest is right; a person wants to hear everything at once.
  const missing = baseUrl === '' && vendorAddresses[kind] === null ? { baseUrl: addressMissing } : {};
  return { problems: { ...missing, ...problemsOf(parsed.error.issues, names) } };
}

const addressMissing = 'The address must be given for an OpenAI-compatible server.';

export function checkProviderChanges(draft: ProviderDraft): Checked<ProviderDraft, ProviderChanges> {
  const changes: ProviderChanges = {
    name: draft.name,
    baseUrl: draft.baseUrl.trim() || (vendorAddresses[draft.kind] ?? ''),
    models: modelsOf(draft.models),
    ...(draft.key.trim() !== '' ? { key: draft.key } : draft.isKeyTaken ? { key: null } : {}),
  };
  const parsed = providerChangesSchema.safeParse(changes);
  return parsed.success ? { value: changes } : { problems: problemsOf(parsed.error.issues, names) };
}

export function providerProblems(refusal: Refused): Problems<ProviderDraft> {
  const field = fieldOfRefusal(refusal, names);
  return field ? { [field]: refusal.words } : {};
}

/** Whether the stored key would be given up: it goes to no other server than the one it was given for. */
export function losesKey(draft: ProviderDraft, { hasKey, baseUrl }: Provider): boolean {
  const wanted = URL.parse(draft.baseUrl.trim() || (vendorAddresses[draft.kind] ?? ''));
  return hasKey && draft.key.trim() === '' && wanted !== null && wanted.origin !== URL.parse(baseUrl)?.origin;
}

function modelsOf(text: string): string[] {
  return [...new Set(text.split(/[\n,]/).map((line) => line.trim()))].filter((line) => line !== '');
}
