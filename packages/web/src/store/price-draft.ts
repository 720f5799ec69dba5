import { type Price, priceSchema } from '@retinue/protocol';
import { typed } from './budget-draft.ts';
import {
  type Checked,
  type FieldNames,
  fieldOfRefusal,
  numberOf,
  type Problems,
  problemsOf,
  type Refused,
} from './forms.ts';

/** A price as it is typed, in dollars per million tokens. */
export interface PriceDraft {
  provider: string;
  modelId: string;
  input: string;
  output: string;
  cachedInput: string;
}

const names: FieldNames<PriceDraft> = [
  ['provider', 'provider', 'The provider'],
  ['modelId', 'modelId', 'The model'],
  ['input', 'input', 'The price'],
  ['output', 'output', 'The price'],
  ['cachedInput', 'cachedInput', 'The price'],
];

export function draftOfPrice(model: PricedModel, price: Price | null): PriceDraft {
  return {
    ...model,
    input: typed(price?.input),
    output: typed(price?.output),
    cachedInput: typed(price?.cachedInput),
  };
}

export function checkPrice({ provider, modelId, input, output, cachedInput }: PriceDraft): Checked<PriceDraft, Price> {
  const rates = { input: numberOf(input), output: numberOf(output), cachedInput: numberOf(cachedInput) ?? null };
  const parsed = priceSchema.safeParse({ provider, modelId, ...rates });
  return parsed.success ? { value: parsed.data } : { problems: problemsOf(parsed.error.issues, names) };
}

export function priceProblems(refusal: Refused): Problems<PriceDraft> {
  const field = fieldOfRefusal(refusal, names);
  return field ? { [field]: refusal.words } : {};
}

const labels: Record<keyof PriceDraft, string> = {
  provider: 'Provider',
  modelId: 'Model id',
  input: 'Input',
  output: 'Output',
  cachedInput: 'Cached input',
};

export function priceFieldLabel(field: keyof PriceDraft): string {
  return labels[field];
}

export type PricedModel = Pick<Price, 'provider' | 'modelId'>;

/** As an address names it: ids of providers have no slash. */
export function keyOfModel({ provider, modelId }: PricedModel): string {
  return `${provider}/${modelId}`;
}

export function modelOfKey(key: string): PricedModel | null {
  const [, provider, modelId] = /^([^/]+)\/(.+)$/s.exec(key) ?? [];
  return provider && modelId ? { provider, modelId } : null;
}

/** Dollars with two digits, or as many as a small rate needs. */
export function rateWords(rate: number): string {
  const text = String(rate);
  return `$${/\.\d{3,}$/.test(text) ? text : rate.toFixed(2)}`;
}
