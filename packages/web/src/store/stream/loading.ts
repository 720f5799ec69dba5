/** Runs one load at a time and queues at most one. Retries a load that failed for a temporary reason, until stopped. */
export class Loading {
  readonly #load: () => Promise<void>;
  readonly #mayPass: (error: unknown) => boolean;
  #current: Promise<void> | null = null;
  #queued: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isStopped = false;

  constructor(load: () => Promise<void>, mayPass: (error: unknown) => boolean = () => true) {
    this.#load = load;
    this.#mayPass = mayPass;
  }

  get isUnderWay(): boolean {
    return this.#current !== null;
  }

  /** Resolves with a load that began after this call. Rejects if that one fails, though it is retried. */
  again(): Promise<void> {
    if (!this.#current) return this.#begin();
    this.#queued ??= this.#current
      .catch(() => {})
      .then(() => {
        this.#queued = null;
        return this.#begin();
      });
    return this.#queued;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #begin(): Promise<void> {
    clearTimeout(this.#timer);
    const current = this.#load().then(
      () => {
        this.#failures = 0;
      },
      (error) => {
        this.#retry(error);
        throw error;
      },
    );
    this.#current = current.finally(() => {
      this.#current = null;
    });
    return this.#current;
  }

  #retry(error: unknown): void {
    if (this.#isStopped || !this.#mayPass(error)) return;
    this.#failures += 1;
    const waitMs = Math.min(maxWaitMs, 500 * 2 ** Math.min(this.#failures, 6)) * (0.7 + Math.random() * 0.6);
    this.#timer = setTimeout(() => void this.again().catch(() => {}), waitMs);
  }
}

const maxWaitMs = 15_000;
