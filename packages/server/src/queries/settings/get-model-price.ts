import { defineQuery } from '../define-query.ts';

export const getModelPrice = defineQuery({
  name: 'getModelPrice',
  async answer({ services: { prices }, context: { workspaceId }, params: { provider, modelId } }) {
    const found = await prices.find(workspaceId, { provider, id: modelId });
    const known = await prices.findKnown(workspaceId, { provider, id: modelId });
    return { price: found && { ...found.rates, source: found.source }, known: known?.rates ?? null };
  },
});
