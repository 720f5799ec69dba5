import type { Topics } from '../topics.ts';

export interface Toast {
  id: number;
  words: string;
  tone: 'plain' | 'problem';
  action: { label: string; act: () => void } | null;
}

/** Short messages that go by themselves. */
export class Toasts {
  readonly #topics: Topics;
  #list: readonly Toast[] = [];
  #last = 0;

  constructor(topics: Topics) {
    this.#topics = topics;
  }

  get list(): readonly Toast[] {
    return this.#list;
  }

  add(
    words: string,
    { tone = 'plain', action = null, stayMs = 6000 }: Partial<Toast> & { stayMs?: number } = {},
  ): void {
    this.#last += 1;
    const id = this.#last;
    this.#list = [...this.#list.filter((notice) => notice.words !== words), { id, words, tone, action }].slice(-4);
    this.#topics.tell('notices');
    setTimeout(() => this.remove(id), stayMs);
  }

  remove(id: number): void {
    this.#list = this.#list.filter((notice) => notice.id !== id);
    this.#topics.tell('notices');
  }
}
