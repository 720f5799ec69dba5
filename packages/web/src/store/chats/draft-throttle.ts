import type { ThreadId } from '@retinue/protocol';

/** Limits how often the text of a thread is rendered, and renders one thread per frame, so that many drafts share the time. */
export class DraftThrottle {
  readonly #tell: (threadId: ThreadId) => void;
  /** Threads with new text, oldest first. */
  readonly #stale = new Set<ThreadId>();
  readonly #toldAt = new Map<ThreadId, number>();
  #isUnderWay = false;
  #isClosed = false;

  constructor(tell: (threadId: ThreadId) => void) {
    this.#tell = tell;
  }

  changed(threadId: ThreadId): void {
    this.#stale.add(threadId);
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    atNextFrame(() => this.#step());
  }

  close(): void {
    this.#isClosed = true;
  }

  #step(): void {
    if (this.#isClosed) return;
    const now = performance.now();
    for (const threadId of this.#stale) {
      if (now - (this.#toldAt.get(threadId) ?? 0) < minIntervalMs) continue;
      this.#stale.delete(threadId);
      this.#toldAt.set(threadId, now);
      this.#tell(threadId);
      break;
    }
    this.#isUnderWay = this.#stale.size > 0;
    if (this.#isUnderWay) atNextFrame(() => this.#step());
  }
}

/** A hidden page has no frames and renders nothing until it is visible. */
function atNextFrame(act: () => void): void {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(act);
  else setTimeout(act, 16);
}

const minIntervalMs = 170;
