import { defineCommand, unwrapEmpty } from '../define-command.ts';

export const deleteSkill = defineCommand({
  name: 'deleteSkill',
  execute: ({ services, context, params }) => unwrapEmpty(services.skills.remove(context, params.skillId)),
});
