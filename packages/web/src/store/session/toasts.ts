import type { Topics } from '../topics.ts';

export interface Toast {
  id: number;
  message: string;
  tone: 'plain' | 'problem';
  action: { label: string; act: () => void } | null;
}

/** Short messages that disappear after a while. */
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
    message: string,
    { tone = 'plain', action = null, stayMs = 6000 }: Partial<Toast> & { stayMs?: number } = {},
  ): void {
    this.#last += 1;
    const id = this.#last;
    this.#list = [...this.#list.filter((toast) => toast.message !== message), { id, message, tone, action }].slice(-4);
    this.#topics.tell('toasts');
    setTimeout(() => this.remove(id), stayMs);
  }

  remove(id: number): void {
    this.#list = this.#list.filter((toast) => toast.id !== id);
    this.#topics.tell('toasts');
  }
}
