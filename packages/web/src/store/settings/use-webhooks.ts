import type {
  Delivery,
  DeliveryId,
  Webhook,
  WebhookChanges,
  WebhookId,
  WebhookInput,
  WebhookTest,
} from '@retinue/protocol';
import { useCallback, useMemo } from 'react';
import { type Outcome, outcomeOf } from '../outcome.ts';
import type { Store } from '../store.ts';
import { useFetched } from '../use-library.ts';
import { useStore } from '../use-store.ts';

export function useWebhookRequests() {
  const store = useStore();
  return useMemo(() => requestsOf(store), [store]);
}

function requestsOf(store: Store) {
  const { api } = store;
  const at = (webhookId: WebhookId) => ({ ...store.workspaceParams, webhookId });
  return {
    create: (body: WebhookInput, idempotencyKey: string): Promise<Outcome<Webhook>> =>
      outcomeOf(api.createWebhook({ params: store.workspaceParams, body }, { idempotencyKey })),
    change: ({ webhookId, version }: Webhook, body: WebhookChanges): Promise<Outcome<Webhook>> =>
      outcomeOf(api.changeWebhook({ params: at(webhookId), body }, { ifVersion: version })),
    remove: (webhookId: WebhookId) => outcomeOf(api.deleteWebhook({ params: at(webhookId) })),
    test: (webhookId: WebhookId): Promise<Outcome<WebhookTest>> =>
      outcomeOf(api.testWebhook({ params: at(webhookId) })),
    redeliver: (webhookId: WebhookId, deliveryId: DeliveryId): Promise<Outcome<Delivery>> =>
      outcomeOf(api.redeliver({ params: { ...at(webhookId), deliveryId } })),
  };
}

export function useWebhooks() {
  return useFetched<readonly Webhook[]>(readWebhooks);
}

export function useDeliveries(webhookId: WebhookId) {
  const read = useCallback(
    async ({ api, workspaceParams }: Store) =>
      (await api.listDeliveries({ params: { ...workspaceParams, webhookId } })).results,
    [webhookId],
  );
  return useFetched<readonly Delivery[]>(read);
}

const readWebhooks = async ({ api, workspaceParams }: Store) =>
  (await api.listWebhooks({ params: workspaceParams })).results;
