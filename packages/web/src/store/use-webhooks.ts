import type {
  Delivery,
  DeliveryId,
  Webhook,
  WebhookChanges,
  WebhookId,
  WebhookInput,
  WebhookTest,
} from '@retinue/protocol';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { errorMessage } from './error-message.ts';
import type { Outcome } from './forms.ts';
import { outcomeOf } from './outcome.ts';
import type { Store } from './store.ts';
import type { Fetched } from './use-library.ts';
import { useStore } from './use-store.ts';

/** What a person does with webhooks. Each wish ends in a value or in words. */
export function useWebhookWishes() {
  const store = useStore();
  return useMemo(() => wishesOf(store), [store]);
}

function wishesOf(store: Store) {
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
  const store = useStore();
  const read = useCallback(
    async () => (await store.api.listWebhooks({ params: store.workspaceParams })).results,
    [store],
  );
  return useRead<readonly Webhook[]>(read);
}

export function useDeliveries(webhookId: WebhookId) {
  const store = useStore();
  const read = useCallback(
    async () => (await store.api.listDeliveries({ params: { ...store.workspaceParams, webhookId } })).results,
    [store, webhookId],
  );
  return useRead<readonly Delivery[]>(read);
}

function useRead<Value>(read: () => Promise<Value>): Fetched<Value> & { again: () => void } {
  const [fetched, setFetched] = useState<Fetched<Value>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round reads again.
  useEffect(() => {
    let isLeft = false;
    read().then(
      (value) => isLeft || setFetched({ state: 'ready', value }),
      (error) => isLeft || setFetched({ state: 'failed', words: errorMessage(error) }),
    );
    return () => {
      isLeft = true;
    };
  }, [read, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { ...fetched, again };
}
