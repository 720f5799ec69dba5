import { isRefusal } from '@retinue/protocol';
import { defineQuery } from '../define-query.ts';

export const listDeliveries = defineQuery({
  name: 'listDeliveries',
  async answer({ services, context, params }) {
    const listed = await services.webhooks.deliveries(context.workspaceId, params.webhookId);
    return isRefusal(listed) ? listed : { results: listed };
  },
});
