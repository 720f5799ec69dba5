import type { ThreadId } from '@retinue/protocol';
import type { Clock } from '../ports/clock.ts';
import type { Wake } from '../ports/event-log.ts';
import type { Scheduler } from '../ports/scheduler.ts';
import { Turnstile } from './turnstile.ts';

export interface InProcessOptions {
  clock: Clock;
  /** Threads that owe work and are due, from the log: for what a lost hint left behind. */
  owing: (now: number) => Promise<Wake[]>;
  /** A running thread makes at most one model call at a time, so this bounds those as well. */
  maxRunning: number;
  sweepMs: number;
  /** What else is to be done with every sweep. */
  tidy?: () => Promise<unknown>;
  onProblem: (problem: unknown) => void;
}

type Run = (wake: Wake, signal: AbortSignal) => Promise<void>;

/**
 * Runs threads inside this process: one unit of work at a time per thread, one thread of each chat in turn. Everything
 * here may be lost at any moment; the sweep reads it again from the log.
 */
export class InProcessScheduler implements Scheduler {
  readonly #options: InProcessOptions;
  readonly #turnstile = new Turnstile();
  readonly #running = new Map<ThreadId, { controller: AbortController; ended: Promise<void>; again: Wake | null }>();
  readonly #later = new Map<ThreadId, Disposable>();
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
    // Last, since what ran may have left one: a step that is to be tried again.
    for (const timer of this.#later.values()) timer[Symbol.dispose]();
  }

  #enqueue(wake: Wake): void {
    const { threadId, dueAt } = wake;
    this.#later.get(threadId)?.[Symbol.dispose]();
    this.#later.delete(threadId);
    const running = this.#running.get(threadId);
    const waitMs = (dueAt ?? 0) - this.#options.clock.now();
    if (running) running.again = wake;
    else if (waitMs <= 0) this.#turnstile.add(wake);
    else
      this.#later.set(
        threadId,
        this.#options.clock.after(waitMs, () => this.wake([wake])),
      );
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
    const goesOn = again && (again.dueAt ?? 0) <= this.#options.clock.now();
    if (!goesOn) this.#turnstile.leave(wake);
    if (again) this.#enqueue(again);
    this.#dispatch();
  }

  #sweepNow(): void {
    const { clock, owing, sweepMs, tidy, onProblem } = this.#options;
    tidy?.().catch(onProblem);
    // What falls due before the next sweep gets a timer now: after a restart nobody else remembers it.
    owing(clock.now() + sweepMs)
      .then((wakes) => this.wake(wakes.filter(({ threadId }) => !this.#running.has(threadId))), onProblem)
      .finally(() => {
        if (this.#run) this.#sweep = clock.after(sweepMs, () => this.#sweepNow());
      });
  }
}
