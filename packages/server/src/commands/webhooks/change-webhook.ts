import { defineCommand, unwrap } from '../define-command.ts';

export const changeWebhook = defineCommand({
  name: 'changeWebhook',
  execute: ({ services, context, params, body }) => unwrap(services.webhooks.update(context, params.webhookId, body)),
});
