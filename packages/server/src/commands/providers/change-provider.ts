import { defineCommand, unwrap } from '../define-command.ts';

export const changeProvider = defineCommand({
  name: 'changeProvider',
  execute: ({ services, context, params, body }) => unwrap(services.providers.update(context, params.providerId, body)),
});
