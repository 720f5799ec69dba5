import type { Counter } from '../check/finding.ts';
import type { RoundOptions } from '../killer.ts';
import type { Size } from '../subject/plan.ts';

/**
 * Bugs that an edit could introduce, each as a change to the sources, with the round that must find it. The product has
 * no switch for any of them. `synchronous = OFF` is not among them, because no kill of a process can show it: the
 * operating system's copy survives the process, and only a power cut would lose it.
 */
export interface PlantedBug {
  name: string;
  changes: Change[];
  round: PlantedRound;
  /** Findings of the checker, at least one of which is required. */
  caughtAs: Counter[];
}

/** `find` must occur exactly once; how it is broken into lines does not matter. */
export interface Change {
  file: string;
  find: string;
  replace: string;
}

export interface PlantedRound {
  size: Size;
  seed: number;
  deaths: RoundOptions['deaths'];
}

export const server = 'packages/server/src';
export const protocol = 'packages/protocol/src';

/** A tree in which every tool user uses one tool of each effect class. */
export const unharmed: PlantedRound = { size: 'small', seed: 138, deaths: [] };
export const dyingAt = (...failpoints: string[]): PlantedRound => ({
  ...unharmed,
  deaths: failpoints.map((failpoint) => ({ failpoint })),
});
