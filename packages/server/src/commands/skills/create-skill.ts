import { defineCommand, unwrap } from '../define-command.ts';

export const createSkill = defineCommand({
  name: 'createSkill',
  execute: ({ services, context, body }) => unwrap(services.skills.create(context, body)),
});
