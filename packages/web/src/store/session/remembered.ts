import type { Topics } from '../topics.ts';

/** Rows that a person opened or closed, stored in this browser. */
export class Remembered {
  readonly #topics: Topics;
  readonly #choices: Map<string, boolean>;

  constructor(topics: Topics) {
    this.#topics = topics;
    this.#choices = new Map(read());
  }

  choice(key: string): boolean | null {
    return this.#choices.get(key) ?? null;
  }

  choose(key: string, isOpen: boolean): void {
    this.#choices.delete(key);
    this.#choices.set(key, isOpen);
    const last = [...this.#choices].slice(-maxChoices);
    try {
      localStorage.setItem(place, JSON.stringify(last));
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    this.#topics.tell(`opened ${key}`);
  }
}

function read(): [string, boolean][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

const place = 'retinue.opened';
const maxChoices = 1000;
