import type { Handlers } from '../house.ts';
import { doneOf } from './done.ts';

type Names = 'listPrices' | 'setPrice' | 'removePrice' | 'getModelPrice';

export const priceHandlers: Handlers<Names> = {
  listPrices: async ({ house }, { params }) => ({ results: await house.prices.list(params.workspaceId) }),
  async setPrice({ house }, { params, body }, { once }) {
    const { workspaceId, ...model } = params;
    return doneOf(await house.prices.set({ workspaceId, ...(once ? { once } : {}) }, { ...model, ...body }));
  },
  async removePrice({ house }, { params }, { once }) {
    const { workspaceId, ...model } = params;
    doneOf(await house.prices.remove({ workspaceId, ...(once ? { once } : {}) }, model));
    return {};
  },
  async getModelPrice({ house }, { params: { workspaceId, provider, modelId } }) {
    const found = await house.prices.find(workspaceId, { provider, id: modelId });
    const known = await house.prices.findKnown(workspaceId, { provider, id: modelId });
    return { price: found && { ...found.rates, source: found.source }, known: known?.rates ?? null };
  },
};
