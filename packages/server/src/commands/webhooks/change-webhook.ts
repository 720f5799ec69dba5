import { defineCommand } from '../define-command.ts';

export const changeWebhook = defineCommand({
  name: 'changeWebhook',
  execute: ({ services, context, params, body }) => services.webhooks.update(context, params.webhookId, body),
});
