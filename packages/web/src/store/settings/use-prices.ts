import type { ListedPrice, Price, Rates } from '@retinue/protocol';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Outcome, outcomeOf, valueOrNull } from '../outcome.ts';
import type { Store } from '../store.ts';
import { useFetched } from '../use-library.ts';
import { useStore } from '../use-store.ts';

export type PricedModel = Pick<Price, 'provider' | 'modelId'>;

/** A model as an address names it. Provider ids have no slash. */
export function keyOfModel({ provider, modelId }: PricedModel): string {
  return `${provider}/${modelId}`;
}

export function modelOfKey(key: string): PricedModel | null {
  const [, provider, modelId] = /^([^/]+)\/(.+)$/s.exec(key) ?? [];
  return provider && modelId ? { provider, modelId } : null;
}

/** A model that an agent uses or that has a price of the workspace, with its prices. */
export interface ModelPrices extends PricedModel {
  own: ListedPrice | null;
  /** The built-in price. */
  known: Rates | null;
  isFree: boolean;
}

export function usePrices() {
  return useFetched<readonly ModelPrices[]>(readPrices);
}

async function readPrices(store: Store): Promise<ModelPrices[]> {
  const { results: own } = await store.api.listPrices({ params: store.workspaceParams });
  const used = store.agents.map(({ model }) => ({ provider: model.provider, modelId: model.id }));
  const models = new Map([...own, ...used].map((model) => [keyOfModel(model), model]));
  return Promise.all(
    [...models.values()].map(async ({ provider, modelId }) => {
      const { price: now, known } = await store.api.getModelPrice({
        params: { ...store.workspaceParams, provider, modelId },
      });
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
      const params = { ...store.workspaceParams, provider: provider.trim(), modelId: modelId.trim() };
      const reply = await store.api.getModelPrice({ params }).catch(() => null);
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

async function readLatest(store: Store, model: PricedModel): Promise<ListedPrice | null> {
  const listed = valueOrNull(await outcomeOf(store.api.listPrices({ params: store.workspaceParams })));
  return listed?.results.find((one) => keyOfModel(one) === keyOfModel(model)) ?? null;
}

export function usePriceRequests() {
  const store = useStore();
  const at = useCallback((model: PricedModel) => ({ ...store.workspaceParams, ...model }), [store]);
  return useMemo(
    () => ({
      /** Without a version, the price must not exist yet. */
      set: ({ provider, modelId, ...rates }: Price, version: number | null): Promise<Outcome<ListedPrice>> =>
        outcomeOf(store.api.setPrice({ params: at({ provider, modelId }), body: rates }, { ifVersion: version ?? 0 })),
      readLatest: (model: PricedModel) => readLatest(store, model),
      remove: ({ provider, modelId }: PricedModel): Promise<Outcome<unknown>> =>
        outcomeOf(store.api.removePrice({ params: at({ provider, modelId }) })),
    }),
    [store, at],
  );
}
