import type { Handlers } from '../http-context.ts';
import { recordWishOf, unwrap } from './unwrap.ts';

type Names =
  | 'listWebhooks'
  | 'createWebhook'
  | 'changeWebhook'
  | 'deleteWebhook'
  | 'testWebhook'
  | 'listDeliveries'
  | 'redeliver';

export const webhookHandlers: Handlers<Names> = {
  listWebhooks: async ({ services }, { params }) => ({ results: await services.webhooks.list(params.workspaceId) }),
  async createWebhook({ services }, { params, body }, requestContext) {
    return unwrap(await services.webhooks.create(recordWishOf(params, requestContext), body));
  },
  async changeWebhook({ services }, { params, body }, requestContext) {
    return unwrap(await services.webhooks.update(recordWishOf(params, requestContext), params.webhookId, body));
  },
  async deleteWebhook({ services }, { params }, requestContext) {
    unwrap(await services.webhooks.remove(recordWishOf(params, requestContext), params.webhookId));
    return {};
  },
  async testWebhook({ services }, { params }) {
    return unwrap(await services.webhooks.test(params.workspaceId, params.webhookId));
  },
  async listDeliveries({ services }, { params }) {
    return { results: unwrap(await services.webhooks.deliveries(params.workspaceId, params.webhookId)) };
  },
  async redeliver({ services }, { params }) {
    return unwrap(await services.webhooks.redeliver(params.workspaceId, params.webhookId, params.deliveryId));
  },
};
