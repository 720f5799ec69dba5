/*
 * Bounds of every stored number. Counts, such as tokens, may be any safe integer, and their sums stay safe.
 */

/** Places, steps, attempts, turns and versions: far more than any thread has, far less than arithmetic can lose. */
export const maxOrdinal = 1_000_000_000;

/** Far more than any log gives, and far less than arithmetic can lose. */
export const maxPosition = 2 ** 52;

/** Tokens that no model can read or write in one step: a higher count is no count. */
export const maxStepTokens = 1_000_000_000;

/** The last millisecond of the year 9999: every date format can write it. */
export const maxTimestamp = 253_402_300_799_999;

/** Adds without leaving the safe integers, so that no sum of valid counts is invalid. */
export function addSaturating(...counts: readonly number[]): number {
  const sum = counts.reduce((total, count) => total + count, 0);
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, sum));
}
