import { defineCommand } from '../define-command.ts';

export const changeSkill = defineCommand({
  name: 'changeSkill',
  execute: ({ services, context, params, body }) => services.skills.update(context, params.skillId, body),
});
