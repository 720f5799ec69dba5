import type { Clock } from '../../ports/runtime/clock.ts';

/**
 * Rate at which a reader is sent new pieces: thirty times a second, and less often with very many active readers, so
 * that they leave enough time for the work itself.
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

  /** Called by each reader for each piece; a reader counts once in a second. Returns that second. */
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

/** Rest of an interval that started at a moment: none if the clock has been set back since. */
export function leftOf(whileMs: number, begunAt: number, now: number): number {
  return now < begunAt ? 0 : Math.max(0, begunAt + whileMs - now);
}

const minMs = 34;
const longMs = 160;
/** Each piece is one system call, which costs the same whatever its size: with many readers each is larger. */
const maxMs = 480;
const perManyMs = 0.2;
const perReaderMs = 0.8;
