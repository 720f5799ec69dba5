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
  listPrices: route({
    method: 'GET',
    path: prices,
    policy: 'read',
    summary: 'The prices that a workspace has set itself, in dollars per million tokens.',
    params: places.workspace,
    reply: z.strictObject({ results: z.array(listedPriceSchema) }),
    status: 200,
  }),
  setPrice: route({
    method: 'PUT',
    path: price,
    policy: 'owner',
    summary:
      'Sets what a model costs from now on, in dollars per million tokens. A price that does not exist yet has version 0.',
    isVersioned: true,
    params: pricePlace,
    body: ratesInputSchema,
    reply: listedPriceSchema,
    status: 200,
  }),
  removePrice: route({
    method: 'DELETE',
    path: price,
    policy: 'owner',
    summary: "Takes a price of the workspace's own away.",
    params: pricePlace,
    reply: done,
    status: 200,
  }),
  getModelPrice: route({
    method: 'GET',
    path: price,
    policy: 'read',
    summary:
      'What a model costs now and who says so, and what it would cost without a price of the workspace; null when nobody knows.',
    params: pricePlace,
    reply: z.strictObject({
      price: ratesSchema.extend({ source: priceSourceSchema }).nullable(),
      known: ratesSchema.nullable(),
    }),
    status: 200,
  }),
} as const;
