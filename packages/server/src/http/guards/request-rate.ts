import { refuse } from '@retinue/protocol';
import type { Clock } from '../../ports/runtime/clock.ts';
import { HttpProblem } from '../problems.ts';

/** Requests that a caller may make in a minute: a bucket that refills evenly. */
export class RequestRate {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #buckets = new Map<string, { left: number; at: number }>();

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  take(who: string): void {
    const now = this.#clock.monotonicMs();
    const bucket = this.#buckets.get(who) ?? { left: this.#perMinute, at: now };
    const left = Math.min(this.#perMinute, bucket.left + (Math.max(0, now - bucket.at) * this.#perMinute) / minuteMs);
    if (left < 1) {
      const retryAfterSeconds = Math.ceil(((1 - left) * minuteMs) / this.#perMinute / 1000);
      throw new HttpProblem(refuse('too-many-requests', { perMinute: this.#perMinute, retryAfterSeconds }));
    }
    this.#buckets.delete(who);
    this.#buckets.set(who, { left: left - 1, at: now });
    if (this.#buckets.size > maxBuckets) this.#forgetOldest();
  }

  /** The bucket that was used longest ago is the fullest, or nearly so. */
  #forgetOldest(): void {
    for (const who of this.#buckets.keys()) return void this.#buckets.delete(who);
  }
}

const minuteMs = 60_000;
const maxBuckets = 10_000;
