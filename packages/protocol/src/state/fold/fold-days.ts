import type { Event } from '../../events/events.ts';
import { addSaturating } from '../../schemas/numbers.ts';
import type { ThreadState } from '../thread-state.ts';
import { costOf } from '../usage.ts';
import { findStep } from './fold-items.ts';

/** A day of UTC. */
export const dayMs = 86_400_000;
const dayOf = (at: number) => Math.floor(at / dayMs);

/** The spend of a thread on one day. */
export interface SpentDay {
  /** Counted from 1970-01-01, UTC. */
  day: number;
  steps: number;
  workedMs: number;
  inputTokens: number;
  outputTokens: number;
  estimatedTokens: number;
  costMicros: number;
  unpricedTokens: number;
}

export type Totals = Pick<ThreadState, 'steps' | 'workedMs' | 'usage' | 'unpricedTokens'>;

export function totalsOf({ steps, workedMs, usage, unpricedTokens }: ThreadState): Totals {
  return { steps, workedMs, usage, unpricedTokens };
}

/**
 * Adds the spend of an event to its day. The day on which a thread was opened is not kept: it is the totals minus the
 * other days, so that a thread that was done in a day has nothing here.
 */
export function spendOnDay(thread: ThreadState, before: Totals, at: number): void {
  const { steps, workedMs, usage, unpricedTokens } = thread;
  if (usage === before.usage && steps === before.steps && workedMs === before.workedMs) return;
  const day = dayOf(at);
  if (day === dayOf(thread.openedAt)) return;
  const added: SpentDay = {
    day,
    steps: steps - before.steps,
    workedMs: workedMs - before.workedMs,
    inputTokens: usage.inputTokens - before.usage.inputTokens,
    outputTokens: usage.outputTokens - before.usage.outputTokens,
    estimatedTokens: usage.estimatedTokens - before.usage.estimatedTokens,
    costMicros: costOf(usage) - costOf(before.usage),
    unpricedTokens: unpricedTokens - before.unpricedTokens,
  };
  const earlier = thread.otherDays.find((other) => other.day === day);
  const others = thread.otherDays.filter((other) => other !== earlier);
  thread.otherDays = [...others, earlier ? sumOf(earlier, added) : added];
}

/** A late count belongs to the day on which its step ended, where the estimate was counted. */
export function spendingTime(thread: ThreadState, { type, data, at }: Event): number {
  if (type !== 'usage.recorded' || data.callId !== undefined) return at;
  const { step, attempt } = data;
  const current = findStep(thread, step)?.item;
  const item = current?.attempt === attempt ? current : thread.takenBack.find(isAttempt);
  return item?.endedAt ?? at;

  function isAttempt(taken: { step: number; attempt: number }): boolean {
    return taken.step === step && taken.attempt === attempt;
  }
}

function sumOf(left: SpentDay, right: SpentDay): SpentDay {
  return {
    day: left.day,
    steps: left.steps + right.steps,
    workedMs: addSaturating(left.workedMs, right.workedMs),
    inputTokens: addSaturating(left.inputTokens, right.inputTokens),
    outputTokens: addSaturating(left.outputTokens, right.outputTokens),
    estimatedTokens: addSaturating(left.estimatedTokens, right.estimatedTokens),
    costMicros: addSaturating(left.costMicros, right.costMicros),
    unpricedTokens: addSaturating(left.unpricedTokens, right.unpricedTokens),
  };
}
