import type { Budget, Reason, Spend, ThreadState, Usage } from '@retinue/protocol';
import { budgetLess, costOf, minBudget, noSpend, remainderOf, shareOf, totalTokens } from '@retinue/protocol';
import type { ModelRequest } from '../../ports/engine/model.ts';
import type { ModelPrice } from '../../ports/settings/prices.ts';
import { affordableOutput, costOfStep, usualOutput } from './price-step.ts';

/** The output limit of a step within its thread's budget, null for none; or the reason why the thread must end. */
export type StepAllowance = { outputBound: number | null } | { problem: Reason };

/** Leaves enough for a last answer, so that a thread never ends without one. */
export function allowStep(
  thread: ThreadState,
  request: ModelRequest,
  inputTokens: number,
  price: ModelPrice | null,
): StepAllowance {
  const { grant } = thread;
  const left = remainderOf(thread);
  if (!grant || !left) return { outputBound: null };
  if (left.costMicros !== null && !price) return { problem: unpriced(thread, left.costMicros) };
  const kept = keptForAnswer(grant, price);
  const output = affordableOutput(budgetLess(left, kept), inputTokens, price);
  const wanted = Math.min(usualOutput(thread), request.maxOutputTokens ?? Number.POSITIVE_INFINITY);
  if (output >= wanted) return { outputBound: Number.isFinite(output) ? output : null };
  const tokens = inputTokens + wanted + kept.tokens;
  const costMicros = costOfStep(price, inputTokens, wanted) + kept.costMicros;
  return { problem: reachedBudget(grant, left, { tokens, costMicros }) };
}

function reachedBudget(grant: Budget, left: Budget, next: Pick<Spend, 'tokens' | 'costMicros'>): Reason {
  const reached = { code: 'budget-reached' } as const;
  if (left.tokens !== null && next.tokens > left.tokens)
    return { ...reached, kind: 'tokens', amount: grant.tokens ?? 0, left: left.tokens, needed: next.tokens };
  const needed = next.costMicros;
  return { ...reached, kind: 'cost', amount: grant.costMicros ?? 0, left: left.costMicros ?? 0, needed };
}

/**
 * The same limit for a request. Above every model's maximum the stream is watched instead, since providers refuse a
 * larger number.
 */
export function boundOutput(request: ModelRequest, outputBound: number | null): ModelRequest {
  if (outputBound === null || outputBound > maxSentOutput) return request;
  return { ...request, maxOutputTokens: Math.min(outputBound, request.maxOutputTokens ?? outputBound) };
}

export const maxSentOutput = 4096;

/** The part of a grant that is reserved for the last answer. */
export function keptForAnswer(grant: Budget, price: ModelPrice | null): Spend {
  const part = (bound: number | null) => Math.floor((bound ?? 0) * keptPart);
  const clamp = (bound: number | null, min: number, max: number) =>
    bound === null ? 0 : Math.min(max, Math.max(min, part(bound)));
  const cost = ({ input, output }: AnswerSize) => costOfStep(price, input, output);
  return {
    ...noSpend,
    tokens: clamp(grant.tokens, shortAnswer.input + shortAnswer.output, longAnswer.input + longAnswer.output),
    costMicros: clamp(grant.costMicros, cost(shortAnswer), cost(longAnswer)),
    workMs: clamp(grant.workMs, 0, maxKeptMs),
  };
}

interface AnswerSize {
  input: number;
  output: number;
}

const keptPart = 0.1;
const shortAnswer: AnswerSize = { input: 190, output: 60 };
const longAnswer: AnswerSize = { input: 3200, output: 800 };
const maxKeptMs = 10_000;

function unpriced({ agent: { model } }: ThreadState, left: number): Reason {
  return { code: 'budget-unpriced', left, provider: model.provider, modelId: model.id };
}

/** Tools use working time too, so it is checked before them as well. */
export function workBudgetReached(thread: ThreadState): Reason | null {
  const left = remainderOf(thread)?.workMs ?? null;
  if (!thread.grant || left === null) return null;
  return left <= keptForAnswer(thread.grant, null).workMs ? reachedWorkBudget(thread.grant) : null;
}

export function reachedWorkBudget(grant: Budget | null): Reason {
  return { code: 'budget-reached', kind: 'time', amount: grant?.workMs ?? 0 };
}

/** The remainder after a step that ends now. */
export function remainderAfter(thread: ThreadState, usage: Usage, stepMs: number): Budget | null {
  const { turnStats } = thread;
  const workedMs = turnStats.workedMs + stepMs;
  const tokens = turnStats.tokens + totalTokens(usage);
  return remainderOf({
    ...thread,
    turnStats: { ...turnStats, tokens, costMicros: turnStats.costMicros + costOf(usage), workedMs },
  });
}

/** Reason not to run a call, after so many planned ones in its step. */
export function callProblem(remainder: Budget | null, planned: number): Reason | null {
  if (remainder?.calls == null || planned < remainder.calls) return null;
  return { code: 'calls-of-budget', left: remainder.calls };
}

interface Wanted {
  wanted: number;
  opened: number;
  calls: number;
  /** For the answer of the thread itself. */
  kept: Spend;
  isBackground: boolean;
}

/** The grant of a task, when a step requests so many tasks and has opened so many. */
export function setAside(
  remainder: Budget | null,
  { wanted, opened, calls, kept, isBackground }: Wanted,
): { grant: Budget | null } | { problem: Reason } {
  if (!remainder) return { grant: null };
  const { tasks } = remainder;
  if (tasks !== null && opened >= tasks) return { problem: { code: 'tasks-of-budget', left: tasks } };
  const sharing = tasks === null ? wanted : Math.min(wanted, tasks);
  const left = { ...remainder, calls: remainder.calls === null ? null : Math.max(0, remainder.calls - calls) };
  const shared = shareOf(left, sharing);
  const spare = budgetLess(remainder, kept);
  // Its parent continues meanwhile, and needs a half for that.
  const most = perTask(spare, isBackground ? 2 * sharing : sharing);
  const grant = shared && minBudget(shared, most);
  const problem = grant && tooSmall(grant, remainder);
  return problem ? { problem } : { grant };
}

/** Calls and tasks are no part of an answer. */
function perTask({ tokens, costMicros, workMs }: Budget, tasks: number): Budget {
  const part = (bound: number | null) => (bound === null ? null : Math.floor(bound / tasks));
  return { tokens: part(tokens), costMicros: part(costMicros), workMs: part(workMs), calls: null, tasks: null };
}

function tooSmall(grant: Budget, { tokens, costMicros, workMs }: Budget): Reason | null {
  const code = 'task-share-too-small';
  if (grant.tokens !== null && grant.tokens < shortAnswer.input + shortAnswer.output)
    return { code, kind: 'tokens', left: tokens ?? 0 };
  if (grant.costMicros === 0) return { code, kind: 'cost', left: costMicros ?? 0 };
  return grant.workMs === 0 ? { code, kind: 'time', left: workMs ?? 0 } : null;
}
