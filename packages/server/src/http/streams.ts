import { HttpProblem } from './problems.ts';

/** How many streams are open, in all and for each person. */
export class Streams {
  readonly #most: number;
  readonly #mostPerPerson: number;
  readonly #open = new Map<string, Set<() => void>>();

  constructor(most: number, mostPerPerson: number) {
    this.#most = most;
    this.#mostPerPerson = mostPerPerson;
  }

  /** Room for one more, until it is let go of. */
  enter(who: string, end: () => void): Disposable {
    const total = [...this.#open.values()].reduce((sum, own) => sum + own.size, 0);
    const own = this.#open.get(who) ?? new Set();
    if (own.size >= this.#mostPerPerson || total >= this.#most) {
      const words = 'Too many streams are open. Close a window, or share one stream between them.';
      throw new HttpProblem(429, 'too-many-streams', words, { 'retry-after': '5' });
    }
    this.#open.set(who, own.add(end));
    return {
      [Symbol.dispose]: () => {
        own.delete(end);
        if (own.size === 0) this.#open.delete(who);
      },
    };
  }

  endAll(): void {
    for (const own of [...this.#open.values()]) for (const end of [...own]) end();
  }
}
