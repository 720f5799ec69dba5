import { defineCommand } from '../define-command.ts';

export const redeliver = defineCommand({
  name: 'redeliver',
  execute: ({ services, context, params }) =>
    services.webhooks.redeliver(context.workspaceId, params.webhookId, params.deliveryId),
});
