import type { ThreadState } from '@retinue/protocol';
import { dollars, emptyResult, hasUnseenInput, noResult } from '@retinue/protocol';
import type { ThreadEnding } from '../../transitions/end-thread.ts';
import type { CallPlan, SpokenResult } from '../calls/plan-calls.ts';
import { judgeText, misfitMessage } from '../calls/result-contract.ts';
import { maxSentOutput } from '../limits/check-budget.ts';
import { partialWork } from '../limits/partial-work.ts';
import { isBlank } from './plan-step.ts';
import { saidText } from './said-text.ts';
import type { ModelReply, ReachedLimit, StepUnderWay } from './step.ts';

/** How a thread ends with a step, whether its result is only what was there, or what of it may be given once more. */
export type StepEnding = { ending: ThreadEnding; isPartial: boolean } | { refused: string };

/** Null while there is more to do. A failure never looks like a short answer. */
export function endingOf(
  thread: ThreadState,
  step: StepUnderWay,
  reply: ModelReply,
  plan: CallPlan,
): StepEnding | null {
  const said = saidText(reply.parts);
  if (step.limit) return atLimit(said || partialWork(thread), step.limit);
  if (plan.result) return spokenEnding(plan.result);
  if (reply.calls.length > 0 || hasUnseenInput(thread)) return null;
  if (isCutByBudget(step, reply)) return isBlank(reply) ? null : atLimit(said, cutMessage(thread));
  const truncated = truncations[reply.finishReason];
  if (truncated) return failed(said, truncated);
  if (!isBlank(reply)) return plainEnding(thread, said);
  if (thread.turnStats.wrapUps === 0) return null;
  return failed(partialWork(thread), noResult);
}

function spokenEnding({ result, status, misfit }: SpokenResult): StepEnding {
  if (misfit !== null) return partial(result, misfitMessage(misfit));
  if (status === 'error') return failed(result, 'The agent reported an error.');
  return result.trim() === '' ? failed(result, emptyResult) : completed(result);
}

function plainEnding(thread: ThreadState, said: string): StepEnding {
  const { result, problem } = judgeText(thread, said);
  if (problem === null) return completed(result);
  return thread.turnStats.refusedResults === 0 ? { refused: problem } : partial(said, misfitMessage(problem));
}

/** It was told how much it may write, or was not listened to any further. */
function isCutByBudget({ outputBound }: StepUnderWay, { finishReason, isOverBound = false }: ModelReply): boolean {
  return finishReason === 'length' && outputBound !== null && (isOverBound || outputBound <= maxSentOutput);
}

function cutMessage({ grant }: ThreadState): ReachedLimit {
  const bound = grant?.tokens == null ? dollars(grant?.costMicros ?? 0) : `${grant.tokens} tokens`;
  return { message: `It reached its budget of ${bound}: the answer was cut off.`, isBudget: true };
}

/** Also of a budget: what was there when the thread had to end. */
export function endingAtLimit(result: string, { message, isBudget }: ReachedLimit): ThreadEnding {
  return { status: 'failed', result, reason: message, ...(isBudget ? { limit: 'budget' } : {}) };
}

function atLimit(result: string, limit: ReachedLimit): StepEnding {
  return { ending: endingAtLimit(result, limit), isPartial: true };
}

function completed(result: string): StepEnding {
  return { ending: { status: 'completed', result, reason: null }, isPartial: false };
}

function failed(result: string, reason: string): StepEnding {
  return { ending: { status: 'failed', result, reason }, isPartial: false };
}

function partial(result: string, reason: string): StepEnding {
  return { ending: { status: 'failed', result, reason }, isPartial: true };
}

const truncations: Partial<Record<ModelReply['finishReason'], string>> = {
  length: "The model's answer was cut off at its length limit.",
  'content-filter': "The provider's content filter stopped the answer.",
  error: 'The model ended with an error.',
};
