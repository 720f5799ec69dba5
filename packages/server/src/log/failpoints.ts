import type { AppendLabel } from '../ports/log/append-labels.ts';

/** Named places around every commit. In the product they do nothing unless the environment arms one. */
export interface Failpoints {
  hit(place: `${'before' | 'after'}:${AppendLabel}`): void;
}

export const noFailpoints: Failpoints = { hit: () => {} };

/** `before:end-step` dies at the first such commit, `before:end-step@3` at the third. */
export function armFailpoint(spec: string, die: () => void): Failpoints {
  const [place, count = '1'] = spec.split('@');
  let remaining = Number(count);
  return {
    hit(reached) {
      if (reached !== place) return;
      remaining -= 1;
      if (remaining === 0) die();
    },
  };
}
