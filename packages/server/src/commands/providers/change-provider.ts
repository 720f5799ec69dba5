import { defineCommand } from '../define-command.ts';

export const changeProvider = defineCommand({
  name: 'changeProvider',
  execute: ({ services, context, params, body }) => services.providers.update(context, params.providerId, body),
});
