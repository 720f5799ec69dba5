import type { Wake } from './event-log.ts';

/** Gets threads that owe work to a worker: at most one at a time per thread. A hint-taker, never the truth. */
export interface Scheduler {
  wake(wakes: readonly Wake[]): void;
  /** From here on threads are run. `run` does one unit of a thread's work; what it still owes comes back as a wake. */
  start(run: (wake: Wake, signal: AbortSignal) => Promise<void>): void;
  /** Aborts what runs for this thread, if anything does. */
  interrupt(threadId: Wake['threadId']): void;
  /** No new work; resolves when what runs has ended. */
  stop(graceMs: number): Promise<void>;
}
