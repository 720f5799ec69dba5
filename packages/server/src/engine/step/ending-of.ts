import type { Misfit, Reason, ThreadState } from '@retinue/protocol';
import { hasUnseenInput, partsText } from '@retinue/protocol';
import type { ThreadEnding } from '../../transitions/end-thread.ts';
import type { CallPlan, SpokenResult } from '../calls/plan-calls.ts';
import { judgeText } from '../calls/result-contract.ts';
import { maxSentOutput } from '../limits/check-budget.ts';
import { partialWork } from '../limits/partial-work.ts';
import { isBlank } from './plan-step.ts';
import type { ModelReply, ReachedLimit, StepUnderWay } from './step.ts';

/** The way in which a thread ends with a step, and whether its result is partial; or the misfits to repair. */
export type StepEnding = { ending: ThreadEnding; isPartial: boolean } | { misfits: Misfit[] };

/** Null while there is more to do. A failure never looks like a short answer. */
export function endingOf(
  thread: ThreadState,
  step: StepUnderWay,
  reply: ModelReply,
  plan: CallPlan,
): StepEnding | null {
  const said = partsText(reply.parts).trim();
  if (step.limit) return atLimit(said || partialWork(thread), step.limit);
  if (plan.result) return spokenEnding(plan.result);
  if (reply.calls.length > 0 || hasUnseenInput(thread)) return null;
  if (isCutByBudget(step, reply)) return isBlank(reply) ? null : atLimit(said, cutByBudget(thread));
  const truncated = truncations[reply.finishReason];
  if (truncated) return failed(said, { code: truncated });
  if (!isBlank(reply)) return plainEnding(thread, said);
  if (thread.turnStats.wrapUps === 0) return null;
  return failed(partialWork(thread), { code: 'no-result' });
}

function spokenEnding({ result, status, misfits }: SpokenResult): StepEnding {
  if (misfits !== null) return partial(result, { code: 'result-misfit', problem: misfits });
  if (status === 'error') return failed(result, { code: 'reported-error' });
  return result.trim() === '' ? failed(result, { code: 'empty-result' }) : completed(result);
}

function plainEnding(thread: ThreadState, said: string): StepEnding {
  const { result, misfits } = judgeText(thread, said);
  if (misfits === null) return completed(result);
  return thread.turnStats.refusedResults === 0
    ? { misfits }
    : partial(said, { code: 'result-misfit', problem: misfits });
}

/** It was limited in its output, or its stream was cut at the limit. */
function isCutByBudget({ outputBound }: StepUnderWay, { finishReason, isOverBound = false }: ModelReply): boolean {
  return finishReason === 'length' && outputBound !== null && (isOverBound || outputBound <= maxSentOutput);
}

function cutByBudget({ grant }: ThreadState): ReachedLimit {
  const bound =
    grant?.tokens == null
      ? ({ kind: 'cost', amount: grant?.costMicros ?? 0 } as const)
      : ({ kind: 'tokens', amount: grant.tokens } as const);
  return { reason: { code: 'budget-cut-answer', ...bound }, isBudget: true };
}

/** Also at the end of a budget: the findings up to that point. */
export function endingAtLimit(result: string, { reason, isBudget }: ReachedLimit): ThreadEnding {
  return { status: 'failed', result, reason, ...(isBudget ? { limit: 'budget' } : {}) };
}

function atLimit(result: string, limit: ReachedLimit): StepEnding {
  return { ending: endingAtLimit(result, limit), isPartial: true };
}

function completed(result: string): StepEnding {
  return { ending: { status: 'completed', result, reason: null }, isPartial: false };
}

function failed(result: string, reason: Reason): StepEnding {
  return { ending: { status: 'failed', result, reason }, isPartial: false };
}

function partial(result: string, reason: Reason): StepEnding {
  return { ending: { status: 'failed', result, reason }, isPartial: true };
}

const truncations: Partial<Record<ModelReply['finishReason'], 'answer-truncated' | 'content-filter' | 'model-error'>> =
  {
    length: 'answer-truncated',
    'content-filter': 'content-filter',
    error: 'model-error',
  };
