import type { Clock } from './clock.ts';

/**
 * Tells whether stored times of day have come, although the clock may be set meanwhile. A wait that starts in this
 * process is counted from then on; one that an earlier process stored is counted from the time of day at which this one
 * started, and never for longer than intended. The sleep of the machine counts: an hour is over after an hour.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #startedMs: number;
  /** When each is due, in elapsed time; the oldest first. */
  readonly #due = new Map<string, number>();
  /** Whether some that started in this process are no longer known. */
  #hasForgotten = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#startedMs = clock.elapsedMs();
  }

  /** Notes that a wait for this moment starts now. */
  begin(name: string, dueAt: number, lengthMs: number): void {
    this.#keep(`${name} ${dueAt}`, this.#clock.elapsedMs() + lengthMs);
  }

  /** The rest until a moment; 0 or less once it has come. `maxMs` is the longest possible wait. */
  leftMs(name: string, dueAt: number, maxMs: number): number {
    const elapsedMs = this.#clock.elapsedMs();
    const known = this.#due.get(`${name} ${dueAt}`);
    if (known !== undefined) return known - elapsedMs;
    const passedMs = elapsedMs - this.#startedMs;
    const unclampedMs = dueAt - this.#startedAt - passedMs;
    const leftMs = Math.min(this.#hasForgotten ? maxMs : maxMs - passedMs, unclampedMs);
    this.#keep(`${name} ${dueAt}`, elapsedMs + leftMs);
    return leftMs;
  }

  #keep(key: string, dueMs: number): void {
    this.#due.delete(key);
    this.#due.set(key, dueMs);
    for (const oldest of this.#due.keys()) {
      if (this.#due.size <= maxKept) return;
      this.#due.delete(oldest);
      this.#hasForgotten = true;
    }
  }
}

const maxKept = 20_000;
