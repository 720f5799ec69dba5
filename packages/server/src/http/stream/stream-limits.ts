import { refuse } from '@retinue/protocol';
import { HttpProblem } from '../problems.ts';

/** Number of open streams, in all and for each person. */
export class StreamLimits {
  readonly #max: number;
  readonly #maxPerPerson: number;
  readonly #open = new Map<string, Set<() => void>>();

  constructor(max: number, maxPerPerson: number) {
    this.#max = max;
    this.#maxPerPerson = maxPerPerson;
  }

  /** Takes a place for one more, until it is released. */
  enter(who: string, end: () => void): Disposable {
    const total = [...this.#open.values()].reduce((sum, own) => sum + own.size, 0);
    const own = this.#open.get(who) ?? new Set();
    if (own.size >= this.#maxPerPerson || total >= this.#max) throw new HttpProblem(refuse('too-many-streams'));
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
