import type { RequestOptions, RouteName, RouteReply, Routes, WebhookId, Workspace } from '@retinue/protocol';
import { useCallback, useEffect, useState } from 'react';
import { errorMessage, type Outcome } from './outcome.ts';
import { type PageRequest, requestOutcome, sendRequest } from './send-request.ts';
import type { Store } from './store.ts';
import { useAgents, useSignIn, useStore } from './use-store.ts';

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

/** The current workspace. */
export function useWorkspace(): Workspace {
  const store = useStore();
  useSignIn();
  return store.workspace;
}

export function useRole(): 'owner' | 'editor' | 'viewer' {
  const signIn = useSignIn();
  return signIn.state === 'in' ? signIn.role : 'viewer';
}

/** The right to work with chats, agents and skills; to set up the workspace; to manage the whole server. */
export type Right = 'write' | 'own' | 'run';

export function useMay(right: Right): boolean {
  const signIn = useSignIn();
  if (signIn.state !== 'in') return false;
  if (right === 'run') return signIn.runsServer;
  return right === 'write' ? signIn.role !== 'viewer' : signIn.role === 'owner';
}

/** All rights of the person, for lists whose entries need different ones. */
export function useRights(): Record<Right, boolean> {
  return { write: useMay('write'), own: useMay('own'), run: useMay('run') };
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
