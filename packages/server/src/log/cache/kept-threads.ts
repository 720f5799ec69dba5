import { getHeapStatistics } from 'node:v8';
import type { LogEvent, ThreadId, ThreadState, TreeState, WorkspaceId } from '@retinue/protocol';
import { DamagedThreadError } from '../../ports/log/damage.ts';
import { foldStored, loadStored } from '../damage/fold-stored.ts';
import type { LogStore, ThreadOrDamage } from '../store.ts';
import { StateCache } from './state-cache.ts';

/** Folded threads, from memory if they are cached and from the store if not. Only committed states are cached. */
export class KeptThreads {
  readonly #store: Pick<LogStore, 'reads' | 'keepsStates'>;
  readonly #cache: StateCache;
  /** Pending reads, each with the threads that have changed since it started. */
  readonly #reading = new Set<Set<ThreadId>>();
  #clearings = 0;

  constructor(store: Pick<LogStore, 'reads' | 'keepsStates'>, maxBytes = maxCacheBytes) {
    this.#store = store;
    this.#cache = new StateCache(maxBytes);
  }

  find(threadId: ThreadId): ThreadState | null {
    return this.#cache.get(threadId);
  }

  put(state: ThreadState): void {
    for (const changed of this.#reading) changed.add(state.threadId);
    this.#cache.put(state);
  }

  forget(threadId: ThreadId): void {
    this.#cache.delete(threadId);
  }

  forgetTree(rootId: ThreadId): void {
    this.#clearings += 1;
    this.#cache.deleteTree(rootId);
  }

  /** Everything is read again: the store has moved forward, or back, without this process. */
  clear(): void {
    this.#clearings += 1;
    this.#cache.clear();
  }

  async thread(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ThreadState | null> {
    const state = this.#cache.get(threadId) ?? (await this.#foldThread(threadId));
    return state?.workspaceId === workspaceId ? state : null;
  }

  /** Its position is read first: later events are in the states, and a reader skips them by their seq. */
  async tree(workspaceId: WorkspaceId, rootId: ThreadId): Promise<TreeState | null> {
    const { threadIds, position } = await this.#store.reads.threadsOf(workspaceId, rootId);
    const states = await this.#statesOf(workspaceId, rootId, threadIds);
    return states.length === 0 ? null : { rootId, position, threads: Object.fromEntries(states.map(byId)) };
  }

  /** A tree that is hardly cached is read at once, not thread by thread. */
  async #statesOf(workspaceId: WorkspaceId, rootId: ThreadId, threadIds: readonly ThreadId[]): Promise<ThreadState[]> {
    const missing = threadIds.filter((threadId) => !this.#cache.get(threadId));
    if (missing.length > fewThreads) {
      const range = { workspaceId, rootId, after: 0, limit: Number.MAX_SAFE_INTEGER };
      return this.#read(async () => {
        const { events, damage } = await this.#store.reads.readSound(range);
        return this.#soundOnly(rootId, foldThreads(events, damage));
      });
    }
    const states = threadIds.map((threadId) => this.thread(workspaceId, threadId).catch(damageOnly));
    return this.#soundOnly(rootId, await Promise.all(states));
  }

  /** A tree without its root is missing. Any other thread of it may be missing, and is reported. */
  #soundOnly(rootId: ThreadId, loaded: readonly ThreadOrDamage[]): ThreadState[] {
    const damaged = loaded.filter((state) => state instanceof DamagedThreadError);
    const root = damaged.find(({ threadId }) => threadId === rootId);
    if (root) throw root;
    for (const error of damaged) this.#store.reads.onDamage(error);
    return loaded.filter((state) => state !== null && !(state instanceof DamagedThreadError)) as ThreadState[];
  }

  async #foldThread(threadId: ThreadId): Promise<ThreadState | null> {
    const [folded = null] = await this.#read(async () => {
      const state = foldStored(threadId, null, await this.#store.reads.eventsOf(threadId));
      return state ? [state] : [];
    });
    return this.#cache.get(threadId) ?? folded;
  }

  /**
   * Caches a result of a read, unless it may be stale: a thread that was committed meanwhile has a newer state, even if
   * that was dropped again, and a purged chat would come back in memory.
   */
  async #read(read: () => Promise<ThreadState[]>): Promise<ThreadState[]> {
    const changed = new Set<ThreadId>();
    const clearings = this.#clearings;
    this.#reading.add(changed);
    try {
      const states = await read();
      const isKept = this.#store.keepsStates && clearings === this.#clearings;
      if (isKept) for (const state of states) if (!changed.has(state.threadId)) this.#keep(state);
      return states;
    } finally {
      this.#reading.delete(changed);
    }
  }

  #keep(state: ThreadState): void {
    const newer = this.#cache.get(state.threadId);
    // An import grows without notifications.
    if (state.isStaged) return;
    if (!newer || newer.seq < state.seq) this.#cache.put(state);
  }
}

function foldThreads(events: readonly LogEvent[], damage: readonly DamagedThreadError[]): ThreadOrDamage[] {
  const byThread = Map.groupBy(events, (event) => event.threadId);
  const damaged = new Map(damage.map((error) => [error.threadId, error]));
  const sound = [...byThread].filter(([threadId]) => !damaged.has(threadId));
  return [...damaged.values(), ...sound.map(([threadId, own]) => loadStored(threadId, null, () => own))];
}

function damageOnly(error: unknown): DamagedThreadError {
  if (error instanceof DamagedThreadError) return error;
  throw error;
}

function byId(state: ThreadState): [ThreadId, ThreadState] {
  return [state.threadId, state];
}

const fewThreads = 8;

/** A small heap keeps room for reading and folding. */
const maxCacheBytes = Math.min(128 * 1024 * 1024, getHeapStatistics().heap_size_limit / 8);
