/** Bounds how much runs at once. More waits in line, up to a bound. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  readonly #maxWaiting: number;
  #free: number;

  constructor(count: number, maxWaiting: number) {
    this.#free = count;
    this.#maxWaiting = maxWaiting;
  }

  /** False when too many wait already. */
  async take(): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    if (this.#waiting.length >= this.#maxWaiting) return false;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return true;
  }

  /** The first in line gets the slot itself, so that no other can take it in between. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }

  /** Lets everything in line continue at once, to find that there is nothing left to wait for. */
  wakeAll(): void {
    for (const begin of this.#waiting.splice(0)) begin();
  }
}
