import { exitCodes } from '../exit.ts';

/** A reason to end before the work has settled. */
export type StopReason = { reason: 'interrupted' } | { reason: 'terminated' } | { reason: 'problem'; problem: unknown };

/**
 * Waits for the first reason to stop: Ctrl-C, a request to terminate, a reader that went away, or an error that belongs to no
 * request. A second Ctrl-C exits at once, which the store survives.
 */
export class StopSignals implements Disposable {
  readonly #first = Promise.withResolvers<StopReason>();
  #isInterrupted = false;

  constructor() {
    process.on('SIGINT', this.interrupt);
    for (const signal of endingSignals) process.on(signal, this.#terminate);
    process.stdout.on('error', this.#terminate);
  }

  get first(): Promise<StopReason> {
    return this.#first.promise;
  }

  readonly interrupt = (): void => {
    if (this.#isInterrupted) process.exit(exitCodes.interrupted);
    this.#isInterrupted = true;
    this.#first.resolve({ reason: 'interrupted' });
  };

  readonly report = (problem: unknown): void => this.#first.resolve({ reason: 'problem', problem });

  readonly #terminate = (): void => this.#first.resolve({ reason: 'terminated' });

  [Symbol.dispose](): void {
    process.off('SIGINT', this.interrupt);
    for (const signal of endingSignals) process.off(signal, this.#terminate);
    process.stdout.off('error', this.#terminate);
  }
}

const endingSignals = ['SIGTERM', 'SIGHUP'] as const;
