/**
 * Lets in so many in one turn of the event loop, the others in the next ones, in their order: when everybody comes at once,
 * as after a restart, the work that is under way goes on between them. With a share, those who wait take no more than that
 * part of the time: after each turn there is a rest in proportion to how long it took.
 */
export class TurnAdmission {
  readonly #max: number;
  readonly #share: number;
  readonly #waiting: (() => void)[] = [];
  #left: number;
  #isCounting = false;
  #beganAt = 0;

  constructor(max: number, share = 1) {
    this.#max = max;
    this.#share = share;
    this.#left = max;
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
    this.#beganAt = performance.now();
    setImmediate(() => this.#rest());
  }

  #rest(): void {
    const restMs = (performance.now() - this.#beganAt) * (1 / this.#share - 1);
    if (this.#waiting.length === 0 || restMs === 0) this.#turn();
    else setTimeout(() => this.#turn(), restMs);
  }

  #turn(): void {
    const next = this.#waiting.splice(0, this.#max);
    this.#left = this.#max - next.length;
    this.#isCounting = false;
    if (next.length > 0) this.#count();
    for (const resolve of next) resolve();
  }
}
