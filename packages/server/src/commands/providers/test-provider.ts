import { defineCommand } from '../define-command.ts';

export const testProvider = defineCommand({
  name: 'testProvider',
  execute: ({ services, context, params, body }) =>
    services.providers.test(context.workspaceId, params.providerId, body.modelId),
});
