import { z } from 'zod';
import { listedPriceSchema, priceSourceSchema, ratesInputSchema, ratesSchema } from '../records/prices.ts';
import { route } from './route.ts';
import { done } from './shapes.ts';

const prices = '/api/workspaces/{workspaceId}/prices';
const price = `${prices}/{provider}/{modelId}` as const;

/** Prices of models. A price set in the workspace wins over the one in the table that ships with the release. */
export const priceRoutes = {
  listPrices: route('GET', prices, {
    policy: 'read',
    summary: 'Lists the prices that a workspace has set, in dollars per million tokens.',
    reply: z.strictObject({ results: z.array(listedPriceSchema) }),
  }),
  setPrice: route('PUT', price, {
    policy: 'owner',
    summary:
      'Sets the price of a model from now on, in dollars per million tokens. A price that does not exist yet has version 0.',
    isVersioned: true,
    body: ratesInputSchema,
    reply: listedPriceSchema,
  }),
  removePrice: route('DELETE', price, {
    policy: 'owner',
    summary: 'Removes a price that the workspace has set.',
    reply: done,
  }),
  getModelPrice: route('GET', price, {
    policy: 'read',
    summary:
      'Returns the current price of a model with its source, and the price without one of the workspace; null if unknown.',
    reply: z.strictObject({
      price: ratesSchema.extend({ source: priceSourceSchema }).nullable(),
      known: ratesSchema.nullable(),
    }),
  }),
} as const;
