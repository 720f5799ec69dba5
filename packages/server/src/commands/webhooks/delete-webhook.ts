import { defineCommand } from '../define-command.ts';

export const deleteWebhook = defineCommand({
  name: 'deleteWebhook',
  execute: ({ services, context, params }) => services.webhooks.remove(context, params.webhookId),
});
