import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Keeps the heap close to its used size. A restore reads far more data than it keeps, and without this the heap grows several
 * times over before it is collected.
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

  /** Must be called between pieces of the work. */
  hold(): void {
    if (getHeapStatistics().used_heap_size < this.#maxBytes) return;
    this.#collect();
    this.#maxBytes = this.#next();
  }

  /** A larger heap takes longer to collect, so it gets more room until the next collection. */
  #next(): number {
    const used = getHeapStatistics().used_heap_size;
    return used + Math.max(this.#slackBytes, used / 3);
  }
}
