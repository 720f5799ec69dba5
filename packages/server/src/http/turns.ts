/**
 * Lets in so many in one turn of the event loop, the others in the next ones, in their order: when everybody comes at once,
 * as after a restart, the work that is under way goes on between them.
 */
export class Turns {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #left: number;
  #isCounting = false;

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /** Nothing to wait for while there is room: the usual request is not held up. */
  take(): Promise<void> | null {
    this.#count();
    if (this.#left === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#left -= 1;
    return null;
  }

  #count(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    const next = this.#waiting.splice(0, this.#most);
    this.#left = this.#most - next.length;
    this.#isCounting = false;
    if (next.length > 0) this.#count();
    for (const resolve of next) resolve();
  }
}
