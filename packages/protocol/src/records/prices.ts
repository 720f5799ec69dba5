import { z } from 'zod';

const perMillion = z.number().min(0).max(1_000_000);

/** Dollars per million tokens. Cached input costs as much as other input, unless it has its own rate. */
export const ratesSchema = z.strictObject({
  input: perMillion,
  output: perMillion,
  cachedInput: perMillion.nullable(),
});
export type Rates = z.infer<typeof ratesSchema>;
export const ratesInputSchema = ratesSchema.extend({ cachedInput: perMillion.nullable().default(null) });

const pricedModelShape = {
  /** As an agent names it: the id of a provider, or `openai-compatible`. */
  provider: z.string().trim().min(1).max(80),
  modelId: z.string().trim().min(1).max(200),
};
export const pricedModelSchema = z.strictObject(pricedModelShape);

/** A model's price as a workspace sets it. */
export const priceSchema = z.strictObject({
  ...pricedModelShape,
  ...ratesInputSchema.shape,
});
export type Price = z.infer<typeof priceSchema>;

/** A price as it is listed. Its version counts up with every change. */
export const listedPriceSchema = priceSchema.extend({ version: z.int().min(0) });
export type ListedPrice = z.infer<typeof listedPriceSchema>;

/** Source of a price: the model is free, the workspace has set it, or it is in the table of this release. */
export const priceSourceSchema = z.enum(['free', 'workspace', 'table']);
export type PriceSource = z.infer<typeof priceSourceSchema>;
