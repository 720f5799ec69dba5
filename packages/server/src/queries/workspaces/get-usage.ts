import { defineQuery } from '../define-query.ts';

export const getUsage = defineQuery({
  name: 'getUsage',
  answer: ({ services, context, query }) => services.log.readModels.stats(context.workspaceId, query),
});
