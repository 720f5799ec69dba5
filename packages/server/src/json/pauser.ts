import { setImmediate as nextTurn } from 'node:timers/promises';
/** Lets everything else in this process have its turn, however long the work goes on. */
export class Pauser {
  readonly #sliceMs: number;
  #since = performance.now();

  constructor(sliceMs: number) {
    this.#sliceMs = sliceMs;
  }

  async pause(): Promise<void> {
    if (performance.now() - this.#since >= this.#sliceMs) await this.yield();
  }

  /** Before and after a piece of work that can't be cut. */
  async yield(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}
