import type { Handlers } from '../house.ts';
import { doneOf } from './done.ts';

type Names = 'listPrices' | 'setPrice' | 'removePrice' | 'getModelPrice';

export const priceHandlers: Handlers<Names> = {
  listPrices: async ({ house }, { params }) => ({ results: await house.prices.list(params.workspaceId) }),
  async setPrice({ house }, { params, body }, { once }) {
    return doneOf(await house.prices.set({ ...params, ...(once ? { once } : {}) }, body));
  },
  async removePrice({ house }, { params, query }, { once }) {
    doneOf(await house.prices.remove({ ...params, ...(once ? { once } : {}) }, query));
    return {};
  },
  async getModelPrice({ house }, { params, query }) {
    const found = await house.prices.find(params.workspaceId, { provider: query.provider, id: query.modelId });
    return { price: found && { ...found.rates, source: found.source } };
  },
};
