import type { ThreadId } from '@retinue/protocol';
import type { AppendLabel } from '../ports/log/append-labels.ts';
import { isBusy } from '../ports/log/store-error.ts';
import type { Group } from './group.ts';

/** One append, or one change of a record, that waits for its turn. */
export interface WaitingAppend {
  label: AppendLabel;
  threads: readonly ThreadId[];
  /** Returns a function that resolves its promise, for after the COMMIT. */
  take(group: Group, at: number): Promise<() => void>;
  reject(error: unknown): void;
  /** A time of `performance.now()`. */
  since: number;
}

/** A bug in one decision, or in what it decided. Only its own piece fails; any other error ends the group. */
export class DecisionFault extends Error {
  constructor(cause: unknown) {
    super('a decision failed', { cause });
  }
}

export async function decideOne(group: Group, { take, reject }: WaitingAppend, now: number): Promise<() => void> {
  try {
    return await take(group, now);
  } catch (error) {
    if (!(error instanceof DecisionFault)) throw error;
    return () => reject(error.cause);
  }
}

export function newestOf(waiting: readonly WaitingAppend[]): number {
  return Math.max(...waiting.map(({ since }) => since));
}

/** A lock that others hold keeps each half waiting again, so a group that has waited long enough is not split. */
export function isTooLate(waiting: readonly WaitingAppend[], maxRetryMs: number, error: unknown): boolean {
  return isBusy(error) && performance.now() >= newestOf(waiting) + maxRetryMs;
}
