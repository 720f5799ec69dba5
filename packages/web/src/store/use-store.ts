import type {
  Chat,
  Draft,
  ListedAgent,
  Provider,
  Question,
  TaskState,
  ThreadId,
  TreeState,
  Workspace,
  WorkspaceStop,
} from '@retinue/protocol';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type Actions, actionsOf } from './actions.ts';
import { type LoadedThread, topicOf } from './chats/chat-tree.ts';
import type { TreeProblem } from './chats/watched-trees.ts';
import type { AlertsState } from './session/alerts.ts';
import type { SignIn } from './session/sign-in.ts';
import type { Toast } from './session/toasts.ts';
import type { Store } from './store.ts';
import type { Connection } from './stream/channel.ts';
import { type Branch, branchOf, queuePlaces } from './threads/branch.ts';
import { scopeToLoaded } from './threads/loaded-task.ts';

const StoreContext = createContext<{ store: Store; actions: Actions } | null>(null);
export const StoreProvider = StoreContext.Provider;

export function storeWithActions(store: Store): { store: Store; actions: Actions } {
  return { store, actions: actionsOf(store) };
}

export function useStore(): Store {
  return useProvided().store;
}

export function useActions(): Actions {
  return useProvided().actions;
}

function useProvided(): { store: Store; actions: Actions } {
  const found = useContext(StoreContext);
  if (!found) throw new Error('There is no store above this component.');
  return found;
}

/** Renders again when the topic is notified and the value has changed. */
function useTopic<Value>(topic: string, read: (store: Store) => Value): Value {
  const store = useStore();
  const listen = useCallback((listener: () => void) => store.topics.listen(topic, listener), [store, topic]);
  return useSyncExternalStore(listen, () => read(store));
}

export const useSignIn = (): SignIn => useTopic('sign-in', (store) => store.signIn);
export const useAlerts = (): AlertsState => useTopic('alerts', (store) => store.alerts.state);
export const useConnection = (): Connection => useTopic('connection', (store) => store.connection);
export const useToasts = (): readonly Toast[] => useTopic('toasts', (store) => store.toasts.list);
export const useAgents = (): readonly ListedAgent[] => useTopic('agents', (store) => store.agents);
export const useProviders = (): readonly Provider[] | null => useTopic('agents', (store) => store.providers);
export const useQuestions = (): readonly Question[] => useTopic('questions', (store) => store.questions.list);
export const useHasMoreQuestions = (): boolean => useTopic('questions', (store) => store.questions.hasMore);
/** Beyond the questions that are listed, the rows of chats count them. */
export function useOpenQuestionCount(): number {
  const listed = useQuestions().length;
  const counted = useTopic('chats', ({ chats }) => chats.list.reduce((sum, chat) => sum + chat.openQuestions, 0));
  return useHasMoreQuestions() ? Math.max(listed, counted) : listed;
}
export const useWorkStop = (): WorkspaceStop['stop'] => useTopic('stop', (store) => store.workStop);
export const useChats = (): readonly Chat[] => useTopic('chats', (store) => store.chats.list);
export const useChatsState = (): 'loading' | 'ready' | 'failed' => useTopic('chats', (store) => store.chats.state);
export const useHasMoreChats = (): boolean => useTopic('chats', (store) => store.chats.hasMore);

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

export function useTree(chatId: ThreadId): TreeState | null {
  return useTopic(topicOf.tree(chatId), (store) => store.trees.tree(chatId)?.tree ?? null);
}

/** Whether all work in a chat is stopped, by its own stop or by that of the workspace or the server. */
export function useIsStopped(chatId: ThreadId): boolean {
  const at = useTopic(topicOf.thread(chatId), (store) => store.trees.tree(chatId)?.thread(chatId)?.stoppedAt ?? null);
  return useWorkStop() !== null || at !== null;
}

/** Whether a visible chat was deleted, here or elsewhere. */
export function useIsGone(chatId: ThreadId): boolean {
  const isMissing = useTreeProblem(chatId)?.isMissing === true;
  return useTopic('chats', (store) => store.chats.isGone(chatId)) || isMissing;
}

export function useTreeProblem(chatId: ThreadId): TreeProblem | null {
  return useTopic(topicOf.tree(chatId), (store) => store.trees.problem(chatId));
}

/** Keeps the chat live while the component is mounted. */
export function useWatch(chatId: ThreadId): void {
  const store = useStore();
  useEffect(() => store.trees.watch(chatId), [store, chatId]);
}

export function useThread(chatId: ThreadId, threadId: ThreadId): LoadedThread | null {
  return useTopic(topicOf.thread(threadId), (store) => store.trees.tree(chatId)?.thread(threadId) ?? null);
}

export function useDraft(chatId: ThreadId, threadId: ThreadId): Draft | null {
  return useTopic(topicOf.draft(threadId), (store) => store.trees.tree(chatId)?.draft(threadId) ?? null);
}

/** Fetches a thread's items as soon as it is opened. */
export function useOpened(chatId: ThreadId, threadId: ThreadId, isOpen: boolean): void {
  const store = useStore();
  const isKnown = useTopic(topicOf.tree(chatId), (known) => Boolean(known.trees.tree(chatId)?.tree));
  useEffect(() => {
    if (isOpen && isKnown)
      store.trees
        .tree(chatId)
        ?.open(threadId)
        .catch(() => {});
  }, [store, chatId, threadId, isOpen, isKnown]);
}

/** With a task, the figures of that task alone. */
export function useBranch(chatId: ThreadId, threadId: ThreadId, task: TaskState | null = null): Branch | null {
  const last = useRef<{ tree: TreeState; task: TaskState | null; branch: Branch } | null>(null);
  return useTopic(topicOf.branch(threadId), (store) => {
    const tree = store.trees.tree(chatId)?.tree;
    if (!tree) return null;
    if (last.current?.tree === tree && last.current.task === task) return last.current.branch;
    const branch = branchOf(tree, threadId, task);
    const kept = last.current && isSame(last.current.branch, branch) ? last.current.branch : branch;
    last.current = { tree, task, branch: kept };
    return kept;
  });
}

/** A child's thread as it worked on one task; the whole of it without one. */
export function useScoped(chatId: ThreadId, threadId: ThreadId, task: TaskState | null): LoadedThread | null {
  const store = useStore();
  const thread = useThread(chatId, threadId);
  return useMemo(() => {
    const tree = store.trees.tree(chatId)?.tree;
    return thread && tree && task ? scopeToLoaded(tree, thread, task) : thread;
  }, [store, chatId, thread, task]);
}

export function useQueuePlace(chatId: ThreadId, taskId: string, isPending: boolean): number | null {
  return useTopic(topicOf.tree(chatId), (store) => {
    const tree = isPending ? store.trees.tree(chatId)?.tree : null;
    return tree ? (queuePlaces(tree).get(taskId) ?? null) : null;
  });
}

/** Open or closed: the person's choice, else the default. */
export function useChoice(key: string, otherwise: boolean): [isOpen: boolean, choose: (isOpen: boolean) => void] {
  const store = useStore();
  const choice = useTopic(topicOf.opened(key), ({ remembered }) => remembered.choice(key));
  const choose = useCallback((isOpen: boolean) => store.remembered.choose(key, isOpen), [store, key]);
  return [choice ?? otherwise, choose];
}

function isSame(left: Branch, right: Branch): boolean {
  return (Object.keys(left) as (keyof Branch)[]).every((key) => left[key] === right[key]);
}
