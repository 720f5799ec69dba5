import type { Clock } from '../../packages/server/src/ports/clock.ts';
import { systemClock } from '../../packages/server/src/ports/clock.ts';

/** The real clock, which a test can put forward: what is due by then happens at once. */
export function jumpingClock(): Clock & { jump(milliseconds: number): void } {
  let ahead = 0;
  const timers = new Set<{ dueAt: number; run(): void; real: Disposable }>();
  const now = () => systemClock.now() + ahead;
  return {
    now,
    after(milliseconds, run) {
      const fire = () => {
        if (timers.delete(timer)) run();
      };
      const timer = { dueAt: now() + milliseconds, run: fire, real: systemClock.after(milliseconds, fire) };
      timers.add(timer);
      return {
        [Symbol.dispose]: () => {
          timers.delete(timer);
          timer.real[Symbol.dispose]();
        },
      };
    },
    jump(milliseconds) {
      ahead += milliseconds;
      for (const timer of [...timers]) {
        if (timer.dueAt > now()) continue;
        timer.real[Symbol.dispose]();
        timer.run();
      }
    },
  };
}
