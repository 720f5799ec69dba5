import type { ListedPrice, Price, Rates } from '@retinue/protocol';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Outcome } from './forms.ts';
import { outcomeOf } from './outcome.ts';
import { draftOfPrice, keyOfModel, type PriceDraft, type PricedModel } from './price-draft.ts';
import type { Store } from './store.ts';
import type { Latest } from './use-form.ts';
import { useFetched } from './use-library.ts';
import { useStore } from './use-store.ts';

/** A model that somebody here uses or has priced, with what it costs by whom. */
export interface ModelPrices extends PricedModel {
  own: ListedPrice | null;
  /** What it costs without a price of the workspace's own. */
  known: Rates | null;
  isFree: boolean;
}

/** Those that agents use, and those that have a price. */
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

/** What the table says of a model that is being typed; undefined until it was asked. */
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

async function readLatest(
  store: Store,
  { provider, modelId }: PricedModel,
): Promise<Latest<PriceDraft, ListedPrice> | null> {
  const listed = await outcomeOf(store.api.listPrices({ params: store.workspaceParams }));
  if (!('value' in listed)) return null;
  const own = listed.value.results.find((one) => one.provider === provider && one.modelId === modelId);
  return own ? { draft: draftOfPrice({ provider, modelId }, own), version: own.version, saved: own } : null;
}

export function usePriceWishes() {
  const store = useStore();
  const at = useCallback((model: PricedModel) => ({ ...store.workspaceParams, ...model }), [store]);
  return useMemo(
    () => ({
      /** Without a version the price must not be there yet. */
      set: ({ provider, modelId, ...rates }: Price, version: number | null): Promise<Outcome<ListedPrice>> =>
        outcomeOf(store.api.setPrice({ params: at({ provider, modelId }), body: rates }, { ifVersion: version ?? 0 })),
      latest: (model: PricedModel) => readLatest(store, model),
      remove: ({ provider, modelId }: PricedModel): Promise<Outcome<unknown>> =>
        outcomeOf(store.api.removePrice({ params: at({ provider, modelId }) })),
    }),
    [store, at],
  );
}
