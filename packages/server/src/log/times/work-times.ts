import type { Event, ThreadId, ThreadState } from '@retinue/protocol';
import type { Clock } from '../../ports/clock.ts';

/** Tells how long threads have been at work since their step or call began, however the clock is set meanwhile. */
export class WorkTimes {
  readonly #clock: Clock;
  /** By thread and time of the event that began the work, in monotonic time; the oldest first. */
  readonly #begun = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(events: readonly Event[]): void {
    for (const { type, threadId, at } of events)
      if (type === 'step.started' || type === 'call.started') this.#keep(keyOf(threadId, at));
  }

  /** Work that an earlier process began is told by the times of the events, and is never longer than it may be. */
  workedMs({ threadId, turnStats, limits }: ThreadState): number {
    if (turnStats.workingSince === null) return 0;
    const begunMs = this.#begun.get(keyOf(threadId, turnStats.workingSince));
    const passedMs =
      begunMs === undefined ? this.#clock.now() - turnStats.workingSince : this.#clock.monotonicMs() - begunMs;
    return Math.min(limits.maxWorkMs, Math.max(0, passedMs));
  }

  #keep(key: string): void {
    this.#begun.delete(key);
    this.#begun.set(key, this.#clock.monotonicMs());
    for (const oldest of this.#begun.keys()) {
      if (this.#begun.size <= maxKept) return;
      this.#begun.delete(oldest);
    }
  }
}

function keyOf(threadId: ThreadId, at: number): string {
  return `${threadId} ${at}`;
}

const maxKept = 20_000;
