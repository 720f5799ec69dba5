import { setImmediate as nextTurn } from 'node:timers/promises';
/** Yields to the event loop, however long the work lasts. */
export class Pauser {
  readonly #sliceMs: number;
  #since = performance.now();

  constructor(sliceMs: number) {
    this.#sliceMs = sliceMs;
  }

  async pause(): Promise<void> {
    if (performance.now() - this.#since >= this.#sliceMs) await this.yield();
  }

  /** Before and after a piece of work that can't be divided. */
  async yield(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}
