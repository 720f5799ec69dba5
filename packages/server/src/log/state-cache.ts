import type { ThreadId, ThreadState } from '@retinue/protocol';

/** Folded threads, least recently used first to go. Bounded by what they hold, not by how many they are. */
export class StateCache {
  readonly #states = new Map<ThreadId, ThreadState>();
  readonly #maxWeight: number;
  #weight = 0;

  constructor(maxWeight: number) {
    this.#maxWeight = maxWeight;
  }

  get(threadId: ThreadId): ThreadState | null {
    const state = this.#states.get(threadId);
    if (!state) return null;
    this.#states.delete(threadId);
    this.#states.set(threadId, state);
    return state;
  }

  put(state: ThreadState): void {
    this.delete(state.threadId);
    this.#states.set(state.threadId, state);
    this.#weight += weightOf(state);
    for (const oldest of this.#states.keys()) {
      if (this.#weight <= this.#maxWeight || oldest === state.threadId) return;
      this.delete(oldest);
    }
  }

  delete(threadId: ThreadId): void {
    const state = this.#states.get(threadId);
    if (!state) return;
    this.#states.delete(threadId);
    this.#weight -= weightOf(state);
  }

  deleteTree(rootId: ThreadId): void {
    for (const state of this.#states.values()) if (state.rootId === rootId) this.delete(state.threadId);
  }

  get size(): number {
    return this.#states.size;
  }
}

/** Roughly the number of objects a state holds. */
function weightOf(state: ThreadState): number {
  return 4 + state.items.length * 3;
}
