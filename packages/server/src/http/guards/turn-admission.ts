/**
 * Admits so many in one turn of the event loop, the others in later ones, in their order: in a burst, as after a
 * restart, running work continues between them. With a share, the admitted take no more than that part of the time:
 * each turn is followed by a pause in proportion to its length.
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

  /** No wait while there is room: the usual request is not delayed. */
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
