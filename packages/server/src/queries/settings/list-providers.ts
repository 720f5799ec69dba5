import { defineQuery } from '../define-query.ts';

export const listProviders = defineQuery({
  name: 'listProviders',
  answer: async ({ services, context }) => ({ results: await services.providers.list(context.workspaceId) }),
});
