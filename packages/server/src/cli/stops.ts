import { exitCodes } from './exit.ts';

/** What ends the work before its time. */
export type Stop = { reason: 'interrupted' } | { reason: 'terminated' } | { reason: 'problem'; problem: unknown };

/**
 * Waits for the first reason to stop: Ctrl-C, a request to terminate, a reader that went away, or a problem that the
 * engine reports. A second Ctrl-C leaves at once: the store bears it.
 */
export class Stops implements Disposable {
  readonly #first = Promise.withResolvers<Stop>();
  #isInterrupted = false;

  constructor() {
    process.on('SIGINT', this.interrupt);
    for (const signal of endingSignals) process.on(signal, this.#terminate);
    process.stdout.on('error', this.#terminate);
  }

  get first(): Promise<Stop> {
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
