import { defineCommand, unwrap } from '../define-command.ts';

export const createWebhook = defineCommand({
  name: 'createWebhook',
  execute: ({ services, context, body }) => unwrap(services.webhooks.create(context, body)),
});
