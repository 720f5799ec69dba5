import type { Counter } from '../finding.ts';
import type { RoundOptions } from '../killer.ts';
import type { Size } from '../plan.ts';

/**
 * Bugs that a hand could slip in, each as a change to a copy of the sources, with the round that must bring it to light.
 * The product has no switch for any of them. Not here, because no kill of a process can show it: `synchronous = OFF`
 * (what the operating system has taken over survives the process; only a power cut would lose it).
 */
export interface PlantedBug {
  name: string;
  changes: Change[];
  round: PlantedRound;
  /** What the checker must find, at least one of these. */
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

/** A tree in which whoever uses tools uses one of each effect class. */
export const unharmed: PlantedRound = { size: 'small', seed: 138, deaths: [] };
export const dyingAt = (...failpoints: string[]): PlantedRound => ({
  ...unharmed,
  deaths: failpoints.map((failpoint) => ({ failpoint })),
});
