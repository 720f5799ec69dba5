import type { Budget, ThreadState, Usage } from '@retinue/protocol';
import { costOf, dollars, remainderOf, shareOf, totalTokens } from '@retinue/protocol';
import type { ModelPrice } from '../ports/prices.ts';
import { describeDuration } from './describe-duration.ts';
import type { Reservation } from './step.ts';

/** Why a thread may not take its next step, in words; null while its budget allows it. */
export function stepRefusal(thread: ThreadState, reserved: Reservation, price: ModelPrice | null): string | null {
  const { grant } = thread;
  const left = remainderOf(thread);
  if (!grant || !left) return null;
  if (left.costMicros !== null && !price) return unpricedWords(thread, left.costMicros);
  const costMicros = reserved.costMicros ?? 0;
  if (left.tokens !== null && reserved.tokens > left.tokens)
    return `It reached its budget of ${grant.tokens} tokens: ${left.tokens} are left, and its next step takes about ${reserved.tokens}.`;
  if (left.costMicros !== null && costMicros > left.costMicros)
    return `It reached its budget of ${dollars(grant.costMicros ?? 0)}: ${dollars(left.costMicros)} is left, and its next step takes about ${dollars(costMicros)}.`;
  return null;
}

function unpricedWords({ agent: { model } }: ThreadState, leftMicros: number): string {
  return `It has a budget of money (${dollars(leftMicros)} is left), and nobody knows what the model ${model.id} of ${model.provider} costs. Set a price for it in the settings, or take the budget of money away.`;
}

/** Working time is spent by tools, too, so it is looked at before them as well. */
export function workBudgetReached(thread: ThreadState): string | null {
  const left = remainderOf(thread);
  return left?.workMs === 0 ? workBudgetWords(thread.grant) : null;
}

export function workBudgetWords(grant: Budget | null): string {
  return `It reached its budget of ${describeDuration(grant?.workMs ?? 0)} of working time.`;
}

/** What is left once a step that ends now is paid for. */
export function remainderAfter(thread: ThreadState, usage: Usage, now: number): Budget | null {
  const { pace } = thread;
  const workedMs = pace.workedMs + (pace.workingSince === null ? 0 : Math.max(0, now - pace.workingSince));
  const tokens = pace.tokens + totalTokens(usage);
  return remainderOf({ ...thread, pace: { ...pace, tokens, costMicros: pace.costMicros + costOf(usage), workedMs } });
}

/** Of the calls of one step: why this one is not run, when so many were planned before it. */
export function callRefusal(remainder: Budget | null, planned: number): string | null {
  if (remainder?.calls == null || planned < remainder.calls) return null;
  return `Not run: the budget allows ${count(remainder.calls, 'more call')}, and this is one too many. Go on with what you have.`;
}

/** What a task gets of the remainder, when so many of a step's tasks are to be opened and so many are already. */
export function setAside(
  remainder: Budget | null,
  { wanted, opened, calls }: { wanted: number; opened: number; calls: number },
): { grant: Budget | null } | { problem: string } {
  if (!remainder) return { grant: null };
  const { tasks } = remainder;
  if (tasks !== null && opened >= tasks) {
    return {
      problem: `Not delegated: the budget allows ${count(tasks, 'more task')}, and this is one too many. Go on with what you have.`,
    };
  }
  const sharing = tasks === null ? wanted : Math.min(wanted, tasks);
  const left = { ...remainder, calls: remainder.calls === null ? null : Math.max(0, remainder.calls - calls) };
  const grant = shareOf(left, sharing);
  const spent = grant && leftWords(grant, remainder);
  return spent
    ? { problem: `Not delegated: ${spent} That is too little for a task. Go on with what you have.` }
    : { grant };
}

function leftWords(grant: Budget, { tokens, costMicros, workMs }: Budget): string | null {
  if (grant.tokens === 0) return `${tokens} tokens of the budget are left.`;
  if (grant.costMicros === 0) return `${dollars(costMicros ?? 0)} of the budget is left.`;
  return grant.workMs === 0 ? `${describeDuration(workMs ?? 0)} of the budget is left.` : null;
}

function count(number: number, one: string): string {
  return `${number === 0 ? 'no' : number} ${one}${number === 1 ? '' : 's'}`;
}
