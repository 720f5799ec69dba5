import type { ThreadId } from '@retinue/protocol';
import type { Scheduler } from '../ports/engine/scheduler.ts';
import type { Wake } from '../ports/log/event-log.ts';
import type { Clock } from '../ports/runtime/clock.ts';
import { Turnstile } from './turnstile.ts';

export interface InProcessOptions {
  clock: Clock;
  /** Threads that owe work, due or not, from the log: for lost hints. */
  owing: () => Promise<Wake[]>;
  /** A running thread makes at most one model call at a time, so this bounds those as well. */
  maxRunning: number;
  sweepMs: number;
  /** The longest wait of a thread for its time. */
  maxWaitMs: number;
  /** Other work for every sweep, one after the other. A failure of one does not skip the next. */
  tidy?: readonly (() => Promise<unknown>)[];
  onProblem: (problem: unknown) => void;
}

type Run = (wake: Wake, signal: AbortSignal) => Promise<void>;

/**
 * Runs threads inside this process: one unit of work at a time per thread, one thread of each chat in turn. All state
 * here may be lost at any moment; the sweep reads it again from the log.
 */
export class InProcessScheduler implements Scheduler {
  readonly #options: InProcessOptions;
  readonly #turnstile = new Turnstile();
  readonly #running = new Map<ThreadId, { controller: AbortController; ended: Promise<void>; again: Wake | null }>();
  /** Threads that wait for their time, with the time from the log and the timer that counts without the wall clock. */
  readonly #later = new Map<ThreadId, { dueAt: number; timer: Disposable }>();
  #run: Run | null = null;
  #sweep: Disposable | null = null;

  constructor(options: InProcessOptions) {
    this.#options = options;
  }

  start(run: Run): void {
    this.#run = run;
    this.#sweepNow();
  }

  wake(wakes: readonly Wake[]): void {
    for (const wake of wakes) this.#enqueue(wake);
    this.#dispatch();
  }

  interrupt(threadId: ThreadId): void {
    this.#running.get(threadId)?.controller.abort('stopped');
  }

  async stop(graceMs: number): Promise<void> {
    this.#run = null;
    this.#sweep?.[Symbol.dispose]();
    const running = [...this.#running.values()];
    using _deadline = this.#options.clock.after(graceMs, () => {
      for (const { controller } of running) controller.abort('drain');
    });
    await Promise.all(running.map(({ ended }) => ended));
    // Last, since the running work may have left one: a step to retry.
    for (const { timer } of this.#later.values()) timer[Symbol.dispose]();
    this.#later.clear();
  }

  #enqueue(wake: Wake): void {
    const { threadId, dueAt } = wake;
    const running = this.#running.get(threadId);
    if (running) {
      running.again = wake;
      return;
    }
    const later = this.#later.get(threadId);
    // It waits already. The clock may have been set since, so its time is not computed again.
    if (later && later.dueAt === dueAt) return;
    later?.timer[Symbol.dispose]();
    this.#later.delete(threadId);
    const waitMs = this.#waitMs(wake);
    if (dueAt === null || waitMs <= 0) this.#turnstile.add(wake);
    else this.#later.set(threadId, { dueAt, timer: this.#options.clock.after(waitMs, () => this.#fallDue(wake)) });
  }

  #fallDue(wake: Wake): void {
    this.#later.delete(wake.threadId);
    this.#turnstile.add(wake);
    this.#dispatch();
  }

  /**
   * Never longer than intended when the time was set: the wall clock may have been set back since, in or before this
   * process.
   */
  #waitMs({ dueAt, waitMs }: Wake): number {
    const { clock, maxWaitMs } = this.#options;
    return dueAt === null ? 0 : Math.min(dueAt - clock.now(), waitMs ?? maxWaitMs, maxWaitMs);
  }

  #dispatch(): void {
    while (this.#run && this.#running.size < this.#options.maxRunning) {
      const wake = this.#turnstile.next();
      if (!wake) return;
      this.#begin(this.#run, wake);
    }
  }

  #begin(run: Run, wake: Wake): void {
    const controller = new AbortController();
    const ended = run(wake, controller.signal)
      .catch(this.#options.onProblem)
      .then(() => this.#end(wake));
    this.#running.set(wake.threadId, { controller, ended, again: null });
  }

  #end(wake: Wake): void {
    const again = this.#running.get(wake.threadId)?.again;
    this.#running.delete(wake.threadId);
    const goesOn = again && this.#waitMs(again) <= 0;
    if (!goesOn) this.#turnstile.leave(wake);
    if (again) this.#enqueue(again);
    this.#dispatch();
  }

  async #tidy(): Promise<void> {
    for (const task of this.#options.tidy ?? []) await task().catch(this.#options.onProblem);
  }

  #sweepNow(): void {
    const { clock, owing, sweepMs } = this.#options;
    void this.#tidy();
    // Also threads that are not due yet: after a restart nothing else remembers them, and by the wall clock alone they
    // may never be due.
    owing()
      .then((wakes) => this.wake(wakes.filter(({ threadId }) => !this.#running.has(threadId))), this.#options.onProblem)
      .finally(() => {
        if (this.#run) this.#sweep = clock.after(sweepMs, () => this.#sweepNow());
      });
  }
}
