/** A key for one request, so that a second try after a lost reply has one effect. */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

interface Attempt {
  request: string;
  key: string;
}

/** The key of a request that is tried again is the key of its first try; another request gets another key. */
export class IdempotencyKeys {
  #last: Attempt | null = null;

  keyFor(request: unknown): string {
    const print = JSON.stringify(request);
    if (this.#last?.request !== print) this.#last = { request: print, key: newIdempotencyKey() };
    return this.#last.key;
  }

  /** It was answered: a repetition of the request is intended. */
  end(): void {
    this.#last = null;
  }
}
