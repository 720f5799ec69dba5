import { defineQuery } from '../define-query.ts';

export const listDamagedSettings = defineQuery({
  name: 'listDamagedSettings',
  answer: async ({ services, context }) => ({
    results: await services.workspaces.damagedSettings(context.workspaceId),
  }),
});
