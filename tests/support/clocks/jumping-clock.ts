import type { Clock } from '../../../packages/server/src/ports/runtime/clock.ts';
import { systemClock } from '../../../packages/server/src/ports/runtime/clock.ts';

export interface JumpingClock extends Clock {
  /** Moves all time forward, as the sleep of a machine does: due timers run at once. */
  jump(milliseconds: number): void;
  /** Lets time pass while the machine is awake: every timer runs when it is due. */
  pass(milliseconds: number): Promise<void>;
  /** Sets the time of day forward or back, as a person or a time server does. No time passes. */
  setWall(byMs: number): void;
  /** Stops the time of day, from now on. */
  freezeWall(): void;
}

/** Lets up to so much time pass, until a condition holds; requests between two slices get real time, too. */
export async function passUntil(clock: JumpingClock, maxMs: number, holds: () => Promise<boolean>): Promise<void> {
  for (let passedMs = 0; !(await holds()); passedMs += 1000) {
    if (passedMs > maxMs) throw new Error(`${maxMs} ms have passed, and it does not hold`);
    await clock.pass(1000);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The real clock, with ways to move it forward, set it and stop it. */
export function jumpingClock(): JumpingClock {
  let ahead = 0;
  let wallAhead = 0;
  let frozenAt: number | null = null;
  const timers = new Set<{ dueMs: number; run(): void; real: Disposable }>();
  const monotonicMs = () => systemClock.monotonicMs() + ahead;
  const jump = (milliseconds: number) => {
    ahead += milliseconds;
    for (const timer of [...timers].sort((left, right) => left.dueMs - right.dueMs)) {
      if (timer.dueMs > monotonicMs()) continue;
      timer.real[Symbol.dispose]();
      timer.run();
    }
  };
  return {
    now: () => (frozenAt ?? systemClock.now() + ahead) + wallAhead,
    monotonicMs,
    elapsedMs: monotonicMs,
    after(milliseconds, run) {
      const fire = () => {
        if (timers.delete(timer)) run();
      };
      const timer = { dueMs: monotonicMs() + milliseconds, run: fire, real: systemClock.after(milliseconds, fire) };
      timers.add(timer);
      return {
        [Symbol.dispose]: () => {
          timers.delete(timer);
          timer.real[Symbol.dispose]();
        },
      };
    },
    jump,
    async pass(milliseconds) {
      for (let left = milliseconds; left > 0; left -= sliceMs) {
        jump(Math.min(left, sliceMs));
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    setWall(byMs) {
      wallAhead += byMs;
    },
    freezeWall() {
      frozenAt = systemClock.now() + ahead;
    },
  };
}

const sliceMs = 250;
