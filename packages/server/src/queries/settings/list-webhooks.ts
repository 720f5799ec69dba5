import { defineQuery } from '../define-query.ts';

export const listWebhooks = defineQuery({
  name: 'listWebhooks',
  answer: async ({ services, context }) => ({ results: await services.webhooks.list(context.workspaceId) }),
});
