import type { Clock } from '../../ports/runtime/clock.ts';

/**
 * Counts the time during which this process could run. A laptop's sleep shows as a long gap between two ticks and
 * counts as one tick, so it counts neither as a model's silence nor as working time. Changes of the clock have no
 * effect.
 */
export class AwakeTime implements Disposable {
  readonly #clock: Clock;
  readonly #alarms = new Set<{ atMs: number; run: () => void }>();
  #timer: Disposable | null = null;
  #countedMs = 0;
  #lastMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lastMs = clock.monotonicMs();
    this.#schedule();
  }

  get elapsedMs(): number {
    const now = this.#clock.monotonicMs();
    const passedMs = Math.max(0, now - this.#lastMs);
    this.#lastMs = now;
    this.#countedMs += passedMs > gapMs ? tickMs : passedMs;
    return this.#countedMs;
  }

  /** Runs once after this much counted time, unless it is disposed of before. */
  after(milliseconds: number, run: () => void): Disposable {
    const alarm = { atMs: this.elapsedMs + milliseconds, run };
    this.#alarms.add(alarm);
    this.#schedule();
    return { [Symbol.dispose]: () => void this.#alarms.delete(alarm) };
  }

  [Symbol.dispose](): void {
    this.#alarms.clear();
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
  }

  #schedule(): void {
    const nearestMs = Math.min(...[...this.#alarms].map(({ atMs }) => atMs - this.#countedMs));
    this.#timer?.[Symbol.dispose]();
    this.#timer = this.#clock.after(Math.max(1, Math.min(tickMs, Math.ceil(nearestMs))), () => this.#tick());
  }

  #tick(): void {
    const countedMs = this.elapsedMs;
    this.#schedule();
    for (const alarm of [...this.#alarms]) {
      if (alarm.atMs <= countedMs && this.#alarms.delete(alarm)) alarm.run();
    }
  }
}

const tickMs = 1000;
const gapMs = 5000;
