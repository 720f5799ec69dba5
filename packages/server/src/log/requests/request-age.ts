import type { Clock } from '../../ports/clock.ts';
import { requestKeptMs } from '../store.ts';

/**
 * Tells which requests with a key are old enough to be forgotten. A clock that is set forward must not make them so: the same
 * request, sent again a moment later, would have a second effect.
 */
export class RequestAge {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #startedMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#startedMs = clock.elapsedMs();
  }

  /** What was kept before this moment may go. */
  keptBefore(): number {
    const { now, elapsedMs } = { now: this.#clock.now(), elapsedMs: this.#clock.elapsedMs() - this.#startedMs };
    return Math.min(now, this.#startedAt + elapsedMs) - requestKeptMs;
  }
}
