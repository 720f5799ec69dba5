import type { ThreadId, ThreadState } from '@retinue/protocol';
import { weighNext, weighState } from './state-weight.ts';

/** Folded threads, evicted by least recent use. Bounded by their bytes, not by their number. */
export class StateCache {
  readonly #kept = new Map<ThreadId, Weighed>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(threadId: ThreadId): ThreadState | null {
    const kept = this.#kept.get(threadId);
    if (!kept) return null;
    this.#kept.delete(threadId);
    this.#kept.set(threadId, kept);
    return kept.state;
  }

  put(state: ThreadState): void {
    const before = this.#kept.get(state.threadId);
    const bytes = before ? weighNext(before.state, before.bytes, state) : weighState(state);
    this.delete(state.threadId);
    this.#kept.set(state.threadId, { state, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes || oldest === state.threadId) return;
      this.delete(oldest);
    }
  }

  delete(threadId: ThreadId): void {
    const kept = this.#kept.get(threadId);
    if (!kept) return;
    this.#kept.delete(threadId);
    this.#bytes -= kept.bytes;
  }

  deleteTree(rootId: ThreadId): void {
    for (const { state } of this.#kept.values()) if (state.rootId === rootId) this.delete(state.threadId);
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }

  get size(): number {
    return this.#kept.size;
  }

  get bytes(): number {
    return this.#bytes;
  }
}

interface Weighed {
  state: ThreadState;
  bytes: number;
}
