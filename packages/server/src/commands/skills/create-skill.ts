import { defineCommand } from '../define-command.ts';

export const createSkill = defineCommand({
  name: 'createSkill',
  execute: ({ services, context, body }) => services.skills.create(context, body),
});
