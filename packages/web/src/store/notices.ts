import type { Topics } from './topics.ts';

export interface Notice {
  id: number;
  words: string;
  tone: 'plain' | 'problem';
  action: { label: string; act: () => void } | null;
}

/** Short messages that go by themselves. */
export class Notices {
  readonly #topics: Topics;
  #list: readonly Notice[] = [];
  #last = 0;

  constructor(topics: Topics) {
    this.#topics = topics;
  }

  get list(): readonly Notice[] {
    return this.#list;
  }

  add(
    words: string,
    { tone = 'plain', action = null, stayMs = 6000 }: Partial<Notice> & { stayMs?: number } = {},
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
