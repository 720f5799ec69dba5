import type { Handlers } from '../house.ts';
import { doneOf, recordWishOf } from './done.ts';

type Names = 'listPrices' | 'setPrice' | 'removePrice' | 'getModelPrice';

export const priceHandlers: Handlers<Names> = {
  listPrices: async ({ house }, { params }) => ({ results: await house.prices.list(params.workspaceId) }),
  async setPrice({ house }, { params, body }, asking) {
    const { workspaceId: _workspaceId, ...model } = params;
    return doneOf(await house.prices.set(recordWishOf(params, asking), { ...model, ...body }));
  },
  async removePrice({ house }, { params }, asking) {
    const { workspaceId: _workspaceId, ...model } = params;
    doneOf(await house.prices.remove(recordWishOf(params, asking), model));
    return {};
  },
  async getModelPrice({ house }, { params: { workspaceId, provider, modelId } }) {
    const found = await house.prices.find(workspaceId, { provider, id: modelId });
    const known = await house.prices.findKnown(workspaceId, { provider, id: modelId });
    return { price: found && { ...found.rates, source: found.source }, known: known?.rates ?? null };
  },
};
