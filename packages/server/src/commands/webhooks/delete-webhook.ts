import { defineCommand, unwrapEmpty } from '../define-command.ts';

export const deleteWebhook = defineCommand({
  name: 'deleteWebhook',
  execute: ({ services, context, params }) => unwrapEmpty(services.webhooks.remove(context, params.webhookId)),
});
