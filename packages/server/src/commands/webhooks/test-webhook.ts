import { defineCommand, unwrap } from '../define-command.ts';

export const testWebhook = defineCommand({
  name: 'testWebhook',
  execute: ({ services, context, params }) => unwrap(services.webhooks.test(context.workspaceId, params.webhookId)),
});
