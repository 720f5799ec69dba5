import type { ListedPrice, Price, Rates } from '@retinue/protocol';
import { useEffect, useState } from 'react';
import { sendRequest } from '../send-request.ts';
import type { Store } from '../store.ts';
import { useFetched } from '../use-library.ts';
import { useStore } from '../use-store.ts';

type PricedModel = Pick<Price, 'provider' | 'modelId'>;

/** A model as an address names it. Provider ids have no slash. */
export function keyOfModel({ provider, modelId }: PricedModel): string {
  return `${provider}/${modelId}`;
}

/** A model that an agent uses or that has a price of the workspace, with its prices. */
export interface ModelPrices extends PricedModel {
  own: ListedPrice | null;
  /** The built-in price. */
  known: Rates | null;
  isFree: boolean;
}

/** The model that an address names, before it has a price. */
export function unpricedModel(key: string): ModelPrices | null {
  const [, provider, modelId] = /^([^/]+)\/(.+)$/s.exec(key) ?? [];
  return provider && modelId ? { provider, modelId, own: null, known: null, isFree: false } : null;
}

export function usePrices() {
  return useFetched<readonly ModelPrices[]>(readPrices);
}

async function readPrices(store: Store): Promise<ModelPrices[]> {
  const { results: own } = await sendRequest(store, 'listPrices', { params: {} });
  const used = store.agents.map(({ model }) => ({ provider: model.provider, modelId: model.id }));
  const models = new Map([...own, ...used].map((model) => [keyOfModel(model), model]));
  return Promise.all(
    [...models.values()].map(async ({ provider, modelId }) => {
      const { price: now, known } = await sendRequest(store, 'getModelPrice', { params: { provider, modelId } });
      const price = own.find((one) => one.provider === provider && one.modelId === modelId);
      return { provider, modelId, own: price ?? null, known, isFree: now?.source === 'free' };
    }),
  );
}

/** The built-in price of a model whose id is being typed; undefined until it is loaded. */
export function useKnownPrice(provider: string, modelId: string): Rates | null | undefined {
  const store = useStore();
  const [known, setKnown] = useState<Rates | null | undefined>(undefined);
  useEffect(() => {
    let isLeft = false;
    setKnown(undefined);
    const ask = async () => {
      if (provider.trim() === '' || modelId.trim() === '') return;
      const params = { provider: provider.trim(), modelId: modelId.trim() };
      const reply = await sendRequest(store, 'getModelPrice', { params }).catch(() => null);
      if (!isLeft && reply) setKnown(reply.known);
    };
    const timer = setTimeout(() => void ask(), typingPauseMs);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [store, provider, modelId]);
  return known;
}

const typingPauseMs = 250;
