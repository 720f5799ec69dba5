import { defineCommand } from '../define-command.ts';

export const deleteProvider = defineCommand({
  name: 'deleteProvider',
  execute: ({ services, context, params }) => services.providers.remove(context, params.providerId),
});
