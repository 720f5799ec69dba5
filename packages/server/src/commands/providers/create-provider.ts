import { defineCommand, unwrap } from '../define-command.ts';

export const createProvider = defineCommand({
  name: 'createProvider',
  execute: ({ services, context, body }) => unwrap(services.providers.create(context, body)),
});
