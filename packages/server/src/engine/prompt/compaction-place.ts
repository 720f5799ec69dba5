import type { Item, ThreadState } from '@retinue/protocol';
import { charactersPerToken, lengthOf, sayItem } from './build-request.ts';
import { indexAfter, isInstruction, recentItems } from './remember.ts';

/** The items that a compaction summarizes, and the last place that its summary covers. */
export interface CompactionPlace {
  throughSeq: number;
  items: Item[];
}

/**
 * The place at which a long thread is cut: the current turn is kept if it leaves enough room, else its last steps.
 * Results stay with their step, open work is never summarized, and no kept item is older than a summarized one. Null if
 * the gain would be too small.
 */
export function placeToCompact(thread: ThreadState, limitTokens: number): CompactionPlace | null {
  const limitChars = limitTokens * charactersPerToken;
  const recent = recentItems(thread);
  const sizes = recent.map((item) => sizeOfItem(thread, item));
  const turn = indexAfter(recent, thread.turnStats.begunSeq - 1);
  const keepsTurn = turn > 0 && sum(sizes.slice(turn)) <= limitChars / 2;
  const wanted = keepsTurn ? turn : indexOfTail(sizes, limitChars / 4);
  const latest = Math.max(turn, lastStepIndex(thread, recent));
  const end = soundPlace(recent, Math.min(wanted, latest, firstOpen(thread, recent)));
  const covered = recent.slice(0, end);
  const gains = covered.map((item, index) => (isTold(thread, item) ? 0 : (sizes[index] ?? 0)));
  if (sum(gains) < limitChars / minGainPart) return null;
  return { throughSeq: covered.reduce((last, { seq }) => Math.max(last, seq), 0), items: covered };
}

/** Instructions of this turn are kept verbatim, so they save nothing. */
function isTold({ turnStats }: ThreadState, item: Item): boolean {
  return isInstruction(item) && item.seq >= turnStats.begunSeq;
}

/** A summary has at most half of that. */
const minGainPart = 5;

function sizeOfItem(thread: ThreadState, item: Item): number {
  return sayItem(thread, item).reduce((total, message) => total + lengthOf(message), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The first of the last items that fit together. */
function indexOfTail(sizes: readonly number[], maxSize: number): number {
  let kept = 0;
  let index = sizes.length;
  while (index > 0 && kept + (sizes[index - 1] ?? 0) <= maxSize) {
    index -= 1;
    kept += sizes[index] ?? 0;
  }
  return index;
}

function firstOpen({ openCalls, openTasks }: ThreadState, recent: readonly Item[]): number {
  const open = new Set([...openCalls, ...openTasks].map(({ step }) => step));
  const index = recent.findIndex((item) => item.type === 'step' && open.has(item.step));
  return index < 0 ? recent.length : index;
}

/** The last one with any text: the results of its calls have not been read yet. */
function lastStepIndex(thread: ThreadState, recent: readonly Item[]): number {
  return recent.findLastIndex((item) => item.type === 'step' && sayItem(thread, item).length > 0);
}

/** A step stands before input that it has not seen, though that may have come in first: such a pair stays together. */
function soundPlace(recent: readonly Item[], wanted: number): number {
  let oldestKept = Number.POSITIVE_INFINITY;
  const newest: number[] = [];
  for (const { seq } of recent.slice(0, wanted)) newest.push(Math.max(newest.at(-1) ?? 0, seq));
  for (const { seq } of recent.slice(wanted)) oldestKept = Math.min(oldestKept, seq);
  let end = wanted;
  while (end > 0 && (newest[end - 1] ?? 0) >= oldestKept) {
    end -= 1;
    oldestKept = Math.min(oldestKept, recent[end]?.seq ?? oldestKept);
  }
  return end;
}
