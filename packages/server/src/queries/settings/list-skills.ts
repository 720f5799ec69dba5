import { defineQuery } from '../define-query.ts';

export const listSkills = defineQuery({
  name: 'listSkills',
  answer: async ({ services, context }) => ({ results: await services.skills.list(context.workspaceId) }),
});
