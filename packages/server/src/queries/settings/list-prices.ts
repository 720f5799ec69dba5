import { defineQuery } from '../define-query.ts';

export const listPrices = defineQuery({
  name: 'listPrices',
  answer: async ({ services, context }) => ({ results: await services.prices.list(context.workspaceId) }),
});
