import { defineCommand } from '../define-command.ts';

export const deleteSkill = defineCommand({
  name: 'deleteSkill',
  execute: ({ services, context, params }) => services.skills.remove(context, params.skillId),
});
