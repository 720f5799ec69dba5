import { z } from 'zod';
import {
  listedPriceSchema,
  pricedModelSchema,
  priceSourceSchema,
  ratesInputSchema,
  ratesSchema,
} from '../records/prices.ts';
import { route } from './route.ts';
import { done, places } from './shapes.ts';

const prices = '/api/workspaces/{workspaceId}/prices';
const price = `${prices}/{provider}/{modelId}` as const;
const pricePlace = places.workspace.extend(pricedModelSchema.shape);

/** What models cost. A price of the workspace's own wins over the one in the table that came with the release. */
export const priceRoutes = {
  listPrices: route('GET', prices, {
    policy: 'read',
    summary: 'The prices that a workspace has set itself, in dollars per million tokens.',
    params: places.workspace,
    reply: z.strictObject({ results: z.array(listedPriceSchema) }),
  }),
  setPrice: route('PUT', price, {
    policy: 'owner',
    summary:
      'Sets what a model costs from now on, in dollars per million tokens. A price that does not exist yet has version 0.',
    isVersioned: true,
    params: pricePlace,
    body: ratesInputSchema,
    reply: listedPriceSchema,
  }),
  removePrice: route('DELETE', price, {
    policy: 'owner',
    summary: "Takes a price of the workspace's own away.",
    params: pricePlace,
    reply: done,
  }),
  getModelPrice: route('GET', price, {
    policy: 'read',
    summary:
      'What a model costs now and who says so, and what it would cost without a price of the workspace; null when nobody knows.',
    params: pricePlace,
    reply: z.strictObject({
      price: ratesSchema.extend({ source: priceSourceSchema }).nullable(),
      known: ratesSchema.nullable(),
    }),
  }),
} as const;
