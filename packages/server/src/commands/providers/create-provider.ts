import { defineCommand } from '../define-command.ts';

export const createProvider = defineCommand({
  name: 'createProvider',
  execute: ({ services, context, body }) => services.providers.create(context, body),
});
