/** Time comes in as an argument, so that a test can hold it still. */
export interface Clock {
  now(): number;
  after(milliseconds: number, run: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, longestTimerMs));
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};

const longestTimerMs = 2 ** 31 - 1;
