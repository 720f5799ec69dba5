import type { Wake } from '../log/event-log.ts';

/**
 * Gives threads that owe work to a worker: at most one at a time per thread. It only takes hints; the log is
 * authoritative.
 */
export interface Scheduler {
  wake(wakes: readonly Wake[]): void;
  /** Starts to run threads. `run` does one unit of a thread's work; further work comes back as a wake. */
  start(run: (wake: Wake, signal: AbortSignal) => Promise<void>): void;
  /** Aborts the running work of this thread, if any. */
  interrupt(threadId: Wake['threadId']): void;
  /** Starts no new work; resolves when running work has ended. */
  stop(graceMs: number): Promise<void>;
}
