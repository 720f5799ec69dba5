import type { RequestOptions, RouteName, RouteReply, Routes, WebhookId } from '@retinue/protocol';
import { useCallback, useEffect, useState } from 'react';
import { errorMessage, type Outcome } from './outcome.ts';
import { type PageRequest, requestOutcome, sendRequest } from './send-request.ts';
import type { Store } from './store.ts';
import { useAgents, useStore } from './use-store.ts';

export type Fetched<Value> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'ready'; value: Value };
/** `again` fetches it once more; the value stays until then. */
export type Refetched<Value> = Fetched<Value> & { again: () => void };

/** Sends requests whose refusal the component shows itself. */
export function useSend() {
  const store = useStore();
  return useCallback(
    <Name extends RouteName>(name: Name, input: PageRequest<Name>, options?: RequestOptions) =>
      requestOutcome(store, name, input, options),
    [store],
  );
}

/** Shows a notice for the end of a request: the refusal, or the text of a success. */
export function useReport() {
  const { toasts } = useStore();
  return useCallback(
    <Value>(outcome: Outcome<Value>, doneText?: (value: Value) => string) => {
      if ('refusal' in outcome) toasts.add(outcome.refusal.message, { tone: 'problem', stayMs: 10_000 });
      else if (doneText) toasts.add(doneText(outcome.value));
    },
    [toasts],
  );
}

/** The reply of a query. */
export function useQuery<Name extends RouteName>(name: Name, input: PageRequest<Name>) {
  // A new object with the same content is the same query.
  const key = JSON.stringify(input);
  const read = useCallback((store: Store) => sendRequest(store, name, JSON.parse(key)), [name, key]);
  return useFetched<RouteReply<Routes[Name]>>(read);
}

export const useTools = () => listed(useQuery('listTools', { params: {} }));
export const useSkills = () => listed(useQuery('listSkills', { params: {} }));
export const useWebhooks = () => listed(useQuery('listWebhooks', { params: {} }));
export const useDeliveries = (webhookId: WebhookId) => listed(useQuery('listDeliveries', { params: { webhookId } }));
export const useDamagedSettings = () => listed(useQuery('listDamagedSettings', { params: {} }));
export type ListedTool = RouteReply<Routes['listTools']>['results'][number];

function listed<Entry>(fetched: Refetched<{ results: readonly Entry[] }>): Refetched<readonly Entry[]> {
  return fetched.state === 'ready' ? { ...fetched, value: fetched.value.results } : fetched;
}

/** Fetched when it is shown, and not cached. `read` must be the same function every time. */
export function useFetched<Value>(read: (store: Store) => Promise<Value>): Refetched<Value> {
  const store = useStore();
  const [fetched, setFetched] = useState<Fetched<Value>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round reads again.
  useEffect(() => {
    let isLeft = false;
    read(store).then(
      (value) => isLeft || setFetched({ state: 'ready', value }),
      (error) => isLeft || setFetched({ state: 'failed', message: errorMessage(error) }),
    );
    return () => {
      isLeft = true;
    };
  }, [store, read, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { ...fetched, again };
}

/** Reloads the agents and providers; the known ones are shown meanwhile. */
export function useLoadedAgents(): Refetched<true> {
  const agents = useAgents();
  const fetched = useFetched(readAgents);
  return agents.length > 0 ? { state: 'ready', value: true, again: fetched.again } : fetched;
}

const readAgents = async (store: Store): Promise<true> => {
  await store.loadAgents();
  return true;
};

/** Results for this text; undefined for one that is too short. */
export function useSearch(query: string) {
  const q = query.trim().slice(0, maxQueryLength);
  return useTypedQuery(150, 'search', q.length < minLetters ? null : { params: {}, query: { q, limit: '20' } });
}

const minLetters = 2;
const maxQueryLength = 500;

/** Sent a moment after typing stopped. A reply is never shown for other input; null sends nothing. */
export function useTypedQuery<Name extends RouteName>(waitMs: number, name: Name, input: PageRequest<Name> | null) {
  const store = useStore();
  const key = input && JSON.stringify(input);
  const [found, setFound] = useState<{ key: string; fetched: Fetched<RouteReply<Routes[Name]>> } | null>(null);
  useEffect(() => {
    if (key === null) return;
    const gone = new AbortController();
    const take = (fetched: Fetched<RouteReply<Routes[Name]>>) => gone.signal.aborted || setFound({ key, fetched });
    const timer = setTimeout(() => {
      sendRequest(store, name, JSON.parse(key), { signal: gone.signal }).then(
        (value) => take({ state: 'ready', value }),
        (error) => take({ state: 'failed', message: errorMessage(error) }),
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [store, name, key, waitMs]);
  if (key === null) return undefined;
  return found?.key === key ? found.fetched : ({ state: 'loading' } as const);
}
