import { defineCommand } from '../define-command.ts';

export const createWebhook = defineCommand({
  name: 'createWebhook',
  execute: ({ services, context, body }) => services.webhooks.create(context, body),
});
