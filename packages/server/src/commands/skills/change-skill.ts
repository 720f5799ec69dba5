import { defineCommand, unwrap } from '../define-command.ts';

export const changeSkill = defineCommand({
  name: 'changeSkill',
  execute: ({ services, context, params, body }) => unwrap(services.skills.update(context, params.skillId, body)),
});
