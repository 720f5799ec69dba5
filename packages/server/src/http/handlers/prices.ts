import type { Handlers } from '../http-context.ts';
import { recordWishOf, unwrap } from './unwrap.ts';

type Names = 'listPrices' | 'setPrice' | 'removePrice' | 'getModelPrice';

export const priceHandlers: Handlers<Names> = {
  listPrices: async ({ services }, { params }) => ({ results: await services.prices.list(params.workspaceId) }),
  async setPrice({ services }, { params, body }, requestContext) {
    const { workspaceId: _workspaceId, ...model } = params;
    return unwrap(await services.prices.set(recordWishOf(params, requestContext), { ...model, ...body }));
  },
  async removePrice({ services }, { params }, requestContext) {
    const { workspaceId: _workspaceId, ...model } = params;
    unwrap(await services.prices.remove(recordWishOf(params, requestContext), model));
    return {};
  },
  async getModelPrice({ services }, { params: { workspaceId, provider, modelId } }) {
    const found = await services.prices.find(workspaceId, { provider, id: modelId });
    const known = await services.prices.findKnown(workspaceId, { provider, id: modelId });
    return { price: found && { ...found.rates, source: found.source }, known: known?.rates ?? null };
  },
};
