import { z } from 'zod';
import { pricedModelSchema, priceSchema, priceSourceSchema, ratesSchema } from '../prices.ts';
import { route } from './route.ts';
import { done, places } from './shapes.ts';

const prices = '/api/workspaces/{workspaceId}/prices';

/** What models cost. A price of the workspace's own wins over the one in the table that came with the release. */
export const priceRoutes = {
  listPrices: route({
    method: 'GET',
    path: prices,
    policy: 'read',
    summary: 'The prices that a workspace has set itself, in dollars per million tokens.',
    params: places.workspace,
    reply: z.strictObject({ results: z.array(priceSchema) }),
    status: 200,
  }),
  setPrice: route({
    method: 'PUT',
    path: prices,
    policy: 'owner',
    summary: 'Sets what a model costs from now on.',
    params: places.workspace,
    body: priceSchema,
    reply: priceSchema,
    status: 200,
  }),
  removePrice: route({
    method: 'DELETE',
    path: prices,
    policy: 'owner',
    summary: "Takes a price of the workspace's own away.",
    params: places.workspace,
    query: pricedModelSchema,
    reply: done,
    status: 200,
  }),
  getModelPrice: route({
    method: 'GET',
    path: `${prices}/model`,
    policy: 'read',
    summary: 'What a model costs now and who says so; null when nobody knows.',
    params: places.workspace,
    query: pricedModelSchema,
    reply: z.strictObject({ price: ratesSchema.extend({ source: priceSourceSchema }).nullable() }),
    status: 200,
  }),
} as const;
