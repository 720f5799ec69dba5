import type { Clock } from '../../ports/clock.ts';

/**
 * How often a reader is sent what is new: thirty times a second, and less often where very many are sent something, so
 * that they don't take all the time there is from those whose work they watch.
 */
export class SendRate {
  readonly #clock: Clock;
  #second = 0;
  #readersNow = 0;
  #readersBefore = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get pulseMs(): number {
    const readers = Math.max(this.#readersNow, this.#readersBefore);
    const pulseMs = Math.min(longMs, readers * perReaderMs);
    return Math.min(maxMs, Math.max(minMs, pulseMs, readers * perManyMs));
  }

  /** Told by each reader of each piece; a reader counts once in a second. Says in which second it was. */
  count(lastSecond: number): number {
    const second = Math.floor(this.#clock.monotonicMs() / 1000);
    if (second !== this.#second) {
      this.#readersBefore = second === this.#second + 1 ? this.#readersNow : 0;
      this.#readersNow = 0;
      this.#second = second;
    }
    if (lastSecond !== second) this.#readersNow += 1;
    return second;
  }
}

/** What is left of a while that began at a moment: nothing if the clock has been set back since. */
export function leftOf(whileMs: number, begunAt: number, now: number): number {
  return now < begunAt ? 0 : Math.max(0, begunAt + whileMs - now);
}

const minMs = 34;
const longMs = 160;
/** Each piece is one call of the system, which costs the same however much is in it: many readers are sent more at once. */
const maxMs = 480;
const perManyMs = 0.2;
const perReaderMs = 0.8;
