import { uptime } from 'node:os';

/** Time comes in as an argument, so that a test can hold it still. */
export interface Clock {
  /** The time of day, for people and for what is stored. It may be set at any moment, so nothing waits or orders by it. */
  now(): number;
  /** Milliseconds since some moment; never set back or forward. For waits and intervals within this process. */
  monotonicMs(): number;
  /** The same with the sleep of the machine and to a second at best: for what lapses. */
  elapsedMs(): number;
  after(milliseconds: number, run: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => Math.floor(performance.now()),
  elapsedMs: () => Math.floor(uptime() * 1000),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, longestTimerMs));
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};

const longestTimerMs = 2 ** 31 - 1;
