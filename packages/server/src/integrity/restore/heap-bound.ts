import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Keeps the heap close to what is in use. A restore goes through as much data as a disk holds and keeps little of it; left
 * alone, the collector lets the heap grow several times over before it looks.
 */
export class HeapBound {
  readonly #slackBytes: number;
  readonly #collect: () => void;
  #maxBytes: number;

  constructor(slackBytes: number) {
    this.#slackBytes = slackBytes;
    setFlagsFromString('--expose-gc');
    this.#collect = runInNewContext('gc');
    this.#maxBytes = this.#next();
  }

  /** To be called between pieces of the work. */
  hold(): void {
    if (getHeapStatistics().used_heap_size < this.#maxBytes) return;
    this.#collect();
    this.#maxBytes = this.#next();
  }

  /** The more is in use, the longer a collection takes, and the more room there is until the next. */
  #next(): number {
    const used = getHeapStatistics().used_heap_size;
    return used + Math.max(this.#slackBytes, used / 3);
  }
}
