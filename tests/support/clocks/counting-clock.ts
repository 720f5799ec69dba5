import type { Clock } from '../../../packages/server/src/ports/runtime/clock.ts';
import { systemClock } from '../../../packages/server/src/ports/runtime/clock.ts';

/** The real clock, with its pending timers. */
export function countingClock(): { clock: Clock; timers: ReadonlySet<Disposable> } {
  const timers = new Set<Disposable>();
  const clock: Clock = {
    now: () => systemClock.now(),
    monotonicMs: () => systemClock.monotonicMs(),
    elapsedMs: () => systemClock.elapsedMs(),
    after(milliseconds, run) {
      const counted = { [Symbol.dispose]: () => void (timers.delete(counted) && timer[Symbol.dispose]()) };
      const timer = systemClock.after(milliseconds, () => {
        timers.delete(counted);
        run();
      });
      timers.add(counted);
      return counted;
    },
  };
  return { clock, timers };
}
