import type { ThreadId } from '@retinue/protocol';

/**
 * Text is drawn at most so often for each thread, however fast it comes, and one thread a frame, so that many that write at once
 * share the time there is and none of them stops the page.
 */
export class DraftThrottle {
  readonly #tell: (threadId: ThreadId) => void;
  /** Those that have something new, the longest waiting first. */
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
      if (now - (this.#toldAt.get(threadId) ?? 0) < drawnEveryMs) continue;
      this.#stale.delete(threadId);
      this.#toldAt.set(threadId, now);
      this.#tell(threadId);
      break;
    }
    this.#isUnderWay = this.#stale.size > 0;
    if (this.#isUnderWay) atNextFrame(() => this.#step());
  }
}

/** A page that nobody looks at has no frames, and draws nothing until somebody does. */
function atNextFrame(act: () => void): void {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(act);
  else setTimeout(act, 16);
}

const drawnEveryMs = 170;
