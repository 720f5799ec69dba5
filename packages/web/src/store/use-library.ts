import type { DamagedSetting, Reach, Skill, UsageRange, UsageReport, Workspace } from '@retinue/protocol';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { errorMessage } from './error-message.ts';
import { type Library, libraryOf } from './settings/library.ts';
import type { Store } from './store.ts';
import { useAgents, useSignIn, useStore } from './use-store.ts';

export type Fetched<Value> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'ready'; value: Value };

export function useLibrary(): Library {
  const store = useStore();
  return useMemo(() => libraryOf(store), [store]);
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

export interface ListedTool {
  name: string;
  description: string;
  reach: Reach;
}

export const useTools = () => useFetched<readonly ListedTool[]>(readTools);
export const useDamagedSettings = () => useFetched<readonly DamagedSetting[]>(readDamagedSettings);
export const useSkills = () => useFetched<readonly Skill[]>(readSkills);

/** The report stays as it is while another one is fetched. */
export function useUsage({ from, to, agentId, chatId }: UsageRange) {
  const read = useCallback(
    (store: Store) =>
      store.api.getUsage({
        params: store.workspaceParams,
        query: {
          ...(from ? { from } : {}),
          ...(to ? { to } : {}),
          ...(agentId ? { agentId } : {}),
          ...(chatId ? { chatId } : {}),
        },
      }),
    [from, to, agentId, chatId],
  );
  return useFetched<UsageReport>(read);
}

const readTools = async (store: Store) => (await store.api.listTools({ params: store.workspaceParams })).results;
const readDamagedSettings = async (store: Store) =>
  (await store.api.listDamagedSettings({ params: store.workspaceParams })).results;
const readSkills = async (store: Store) => (await store.api.listSkills({ params: store.workspaceParams })).results;

/** Fetched when it is shown, and not cached. `read` must be the same function every time. */
export function useFetched<Value>(read: (store: Store) => Promise<Value>): Fetched<Value> & { again: () => void } {
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
export function useLoadedAgents(): Fetched<true> & { again: () => void } {
  const agents = useAgents();
  const fetched = useFetched(readAgents);
  return agents.length > 0 ? { state: 'ready', value: true, again: fetched.again } : fetched;
}

const readAgents = async (store: Store): Promise<true> => {
  await store.loadAgents();
  return true;
};
