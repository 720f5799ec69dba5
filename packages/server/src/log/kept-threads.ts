import type { ThreadId, ThreadState, TreeState, WorkspaceId } from '@retinue/protocol';
import { fold, foldTree } from '@retinue/protocol';
import { StateCache } from './state-cache.ts';
import type { Store } from './store.ts';

/** Folded threads, from memory where they are kept and from the store where not. Only what is committed gets in here. */
export class KeptThreads {
  readonly #store: Pick<Store, 'reads' | 'keepsStates'>;
  readonly #cache = new StateCache(cacheWeight);
  #purges = 0;

  constructor(store: Pick<Store, 'reads' | 'keepsStates'>) {
    this.#store = store;
  }

  find(threadId: ThreadId): ThreadState | null {
    return this.#cache.get(threadId);
  }

  put(state: ThreadState): void {
    this.#cache.put(state);
  }

  forgetTree(rootId: ThreadId): void {
    this.#purges += 1;
    this.#cache.deleteTree(rootId);
  }

  async thread(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ThreadState | null> {
    const state = this.#cache.get(threadId) ?? (await this.#foldThread(threadId));
    return state?.workspaceId === workspaceId ? state : null;
  }

  /** Its position is asked for first: what comes in meanwhile is in the states, and a reader passes over it by its seq. */
  async tree(workspaceId: WorkspaceId, rootId: ThreadId): Promise<TreeState | null> {
    const { threadIds, position } = await this.#store.reads.threadsOf(workspaceId, rootId);
    const states = await this.#statesOf(workspaceId, rootId, threadIds);
    return states.length === 0 ? null : { rootId, position, threads: Object.fromEntries(states.map(byId)) };
  }

  /** A tree of which little is kept is read in one go, not thread by thread. */
  async #statesOf(workspaceId: WorkspaceId, rootId: ThreadId, threadIds: readonly ThreadId[]): Promise<ThreadState[]> {
    const missing = threadIds.filter((threadId) => !this.#cache.get(threadId));
    if (missing.length > fewThreads) {
      const range = { workspaceId, rootId, after: 0, limit: Number.MAX_SAFE_INTEGER };
      const purges = this.#purges;
      const folded = foldTree(null, await this.#store.reads.read(range))?.threads ?? {};
      for (const state of Object.values(folded)) this.#keep(state, purges);
      return Object.values(folded);
    }
    const states = await Promise.all(threadIds.map((threadId) => this.thread(workspaceId, threadId)));
    return states.filter((state) => state !== null);
  }

  async #foldThread(threadId: ThreadId): Promise<ThreadState | null> {
    const purges = this.#purges;
    const folded = fold(null, await this.#store.reads.eventsOf(threadId, 0));
    if (folded) this.#keep(folded, purges);
    return this.#cache.get(threadId) ?? folded;
  }

  /** What was read while a chat was purged may be of that chat: it would come back to life in memory. */
  #keep(state: ThreadState, purges: number): void {
    const newer = this.#cache.get(state.threadId);
    const isWanted = this.#store.keepsStates && purges === this.#purges;
    if (isWanted && !(newer && newer.seq >= state.seq)) this.#cache.put(state);
  }
}

function byId(state: ThreadState): [ThreadId, ThreadState] {
  return [state.threadId, state];
}

const fewThreads = 8;
const cacheWeight = 60_000;
