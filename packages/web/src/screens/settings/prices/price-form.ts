import { type Price, priceSchema } from '@retinue/protocol';
import { number, text } from '../../../store/forms/codecs.ts';
import type { DraftOf, FormShape } from '../../../store/forms/form-shape.ts';
import { pricesCopy as copy } from './copy.ts';

const fields = {
  provider: text,
  modelId: text,
  input: number(),
  output: number(),
  cachedInput: number({ empty: null }),
};

export type PriceDraft = DraftOf<typeof fields>;

export const priceShape: FormShape<PriceDraft, Price> = { fields, labels: copy.labels, schema: priceSchema };
