import { defineCommand, unwrapEmpty } from '../define-command.ts';

export const deleteProvider = defineCommand({
  name: 'deleteProvider',
  execute: ({ services, context, params }) => unwrapEmpty(services.providers.remove(context, params.providerId)),
});
