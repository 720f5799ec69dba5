import { defineCommand } from '../define-command.ts';

export const testWebhook = defineCommand({
  name: 'testWebhook',
  execute: ({ services, context, params }) => services.webhooks.test(context.workspaceId, params.webhookId),
});
