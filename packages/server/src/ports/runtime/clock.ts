import { uptime } from 'node:os';

/** Time is an argument, so that a test can stop it. */
export interface Clock {
  /** The time of day, for people and for storage. It may be set at any moment, so nothing waits or orders by it. */
  now(): number;
  /** Milliseconds since some moment; never set. For waits and intervals within this process. */
  monotonicMs(): number;
  /** The same with the sleep of the machine, and at best to a second: for times that lapse. */
  elapsedMs(): number;
  after(milliseconds: number, run: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => Math.floor(performance.now()),
  elapsedMs: () => Math.floor(uptime() * 1000),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, maxTimerMs));
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};

const maxTimerMs = 2 ** 31 - 1;
