import type { Handlers } from '../house.ts';
import { doneOf, recordWishOf } from './done.ts';

type Names =
  | 'listWebhooks'
  | 'createWebhook'
  | 'changeWebhook'
  | 'deleteWebhook'
  | 'testWebhook'
  | 'listDeliveries'
  | 'redeliver';

export const webhookHandlers: Handlers<Names> = {
  listWebhooks: async ({ house }, { params }) => ({ results: await house.webhooks.list(params.workspaceId) }),
  async createWebhook({ house }, { params, body }, asking) {
    return doneOf(await house.webhooks.create(recordWishOf(params, asking), body));
  },
  async changeWebhook({ house }, { params, body }, asking) {
    return doneOf(await house.webhooks.update(recordWishOf(params, asking), params.webhookId, body));
  },
  async deleteWebhook({ house }, { params }, asking) {
    doneOf(await house.webhooks.remove(recordWishOf(params, asking), params.webhookId));
    return {};
  },
  async testWebhook({ house }, { params }) {
    return doneOf(await house.webhooks.test(params.workspaceId, params.webhookId));
  },
  async listDeliveries({ house }, { params }) {
    return { results: doneOf(await house.webhooks.deliveries(params.workspaceId, params.webhookId)) };
  },
  async redeliver({ house }, { params }) {
    return doneOf(await house.webhooks.redeliver(params.workspaceId, params.webhookId, params.deliveryId));
  },
};
