import { HttpProblem } from '../problems.ts';

/** How many streams are open, in all and for each person. */
export class StreamLimits {
  readonly #max: number;
  readonly #maxPerPerson: number;
  readonly #open = new Map<string, Set<() => void>>();

  constructor(max: number, maxPerPerson: number) {
    this.#max = max;
    this.#maxPerPerson = maxPerPerson;
  }

  /** Room for one more, until it is let go of. */
  enter(who: string, end: () => void): Disposable {
    const total = [...this.#open.values()].reduce((sum, own) => sum + own.size, 0);
    const own = this.#open.get(who) ?? new Set();
    if (own.size >= this.#maxPerPerson || total >= this.#max) {
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
