import type { Item, ThreadState } from '@retinue/protocol';
import { charactersPerToken, lengthOf, sayItem } from './build-request.ts';
import { indexAfter, isInstruction, recentItems } from './remember.ts';

/** The items that a compaction summarizes, and the last place that its summary covers. */
export interface CompactionPlace {
  throughSeq: number;
  items: Item[];
}

/**
 * Where a long thread is cut in two. What it does now stays as it is: the whole turn if that leaves room, else its last
 * steps. A step is never parted from the results of its calls, for they are one item; nothing that is still open is
 * summarised; and no item that is kept may be older than one that is not. Null where too little would be gained.
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

/** Instructions of this turn are told word for word, so nothing is gained by them. */
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
function indexOfTail(sizes: readonly number[], most: number): number {
  let kept = 0;
  let index = sizes.length;
  while (index > 0 && kept + (sizes[index - 1] ?? 0) <= most) {
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

/** The last one that said anything: what its calls gave has not been read yet. */
function lastStepIndex(thread: ThreadState, recent: readonly Item[]): number {
  return recent.findLastIndex((item) => item.type === 'step' && sayItem(thread, item).length > 0);
}

/** A step stands before what it has not seen, though that may have come in first: such a pair is not parted. */
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
