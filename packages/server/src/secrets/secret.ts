import { inspect } from 'node:util';
import type { Secret } from '../ports/settings/secrets.ts';

export class HiddenSecret implements Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }

  [Symbol.toPrimitive](): string {
    return shown;
  }
}

const shown = '[secret]';

/** A secret can't be sealed or opened. The message says what to do and holds no part of the secret. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}
