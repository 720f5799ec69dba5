import type { ListedPrice, Price, Rates } from '@retinue/protocol';
import { sendRequest } from '../send-request.ts';
import type { Store } from '../store.ts';
import { useFetched, useTypedQuery } from '../use-library.ts';

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
export function useKnownPrice(typed: PricedModel): Rates | null | undefined {
  const params = { provider: typed.provider.trim(), modelId: typed.modelId.trim() };
  const isNamed = params.provider !== '' && params.modelId !== '';
  const fetched = useTypedQuery(250, 'getModelPrice', isNamed ? { params } : null);
  return fetched?.state === 'ready' ? fetched.value.known : undefined;
}
