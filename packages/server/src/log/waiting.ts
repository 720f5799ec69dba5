import type { ThreadId } from '@retinue/protocol';
import type { AppendLabel } from '../ports/append-labels.ts';
import type { Group } from './group.ts';
import { DecisionFault } from './group.ts';

/** One append, or one change of a record, that waits for its turn. */
export interface Waiting {
  label: AppendLabel;
  threads: readonly ThreadId[];
  /** Hands back how to tell of its success, once the COMMIT is through. */
  take(group: Group, at: number): Promise<() => void>;
  reject(error: unknown): void;
  /** Of `performance.now()`. */
  since: number;
}

/** A decision that throws is a bug of its own: its neighbours go on. */
export async function decideOne(group: Group, { take, reject }: Waiting, now: number): Promise<() => void> {
  try {
    return await take(group, now);
  } catch (error) {
    if (!(error instanceof DecisionFault)) throw error;
    return () => reject(error.cause);
  }
}
