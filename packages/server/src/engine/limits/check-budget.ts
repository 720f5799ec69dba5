import type { Budget, Spend, ThreadState, Usage } from '@retinue/protocol';
import { budgetLess, costOf, dollars, minBudget, noSpend, remainderOf, shareOf, totalTokens } from '@retinue/protocol';
import type { ModelRequest } from '../../ports/model.ts';
import type { ModelPrice } from '../../ports/prices.ts';
import { describeDuration } from './describe-duration.ts';
import { affordableOutput, costOfStep, usualOutput } from './price-step.ts';

/** The output that a step may write within its thread's budget, null for no bound; or why the thread must end. */
export type StepAllowance = { outputBound: number | null } | { refusal: string };

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
  if (left.costMicros !== null && !price) return { refusal: unpricedMessage(thread, left.costMicros) };
  const kept = keptForAnswer(grant, price);
  const output = affordableOutput(budgetLess(left, kept), inputTokens, price);
  const wanted = Math.min(usualOutput(thread), request.maxOutputTokens ?? Number.POSITIVE_INFINITY);
  if (output >= wanted) return { outputBound: Number.isFinite(output) ? output : null };
  const tokens = inputTokens + wanted + kept.tokens;
  const costMicros = costOfStep(price, inputTokens, wanted) + kept.costMicros;
  return { refusal: reachedMessage(grant, left, { tokens, costMicros }) };
}

function reachedMessage(grant: Budget, left: Budget, next: Pick<Spend, 'tokens' | 'costMicros'>): string {
  if (left.tokens !== null && next.tokens > left.tokens)
    return `It reached its budget of ${grant.tokens} tokens: ${left.tokens} were left, and its next step with an answer needed about ${next.tokens}.`;
  return `It reached its budget of ${dollars(grant.costMicros ?? 0)}: ${dollars(left.costMicros ?? 0)} was left, and its next step with an answer needed about ${dollars(next.costMicros)}.`;
}

/** The same bound on a request; above what every model can write the stream is watched instead, since providers refuse a larger number. */
export function boundOutput(request: ModelRequest, outputBound: number | null): ModelRequest {
  if (outputBound === null || outputBound > maxSentOutput) return request;
  return { ...request, maxOutputTokens: Math.min(outputBound, request.maxOutputTokens ?? outputBound) };
}

export const maxSentOutput = 4096;

/** The part of a grant that is kept for one last answer. */
export function keptForAnswer(grant: Budget, price: ModelPrice | null): Spend {
  const part = (bound: number | null) => Math.floor((bound ?? 0) * keptPart);
  const within = (bound: number | null, min: number, max: number) =>
    bound === null ? 0 : Math.min(max, Math.max(min, part(bound)));
  const cost = ({ input, output }: AnswerSize) => costOfStep(price, input, output);
  return {
    ...noSpend,
    tokens: within(grant.tokens, shortAnswer.input + shortAnswer.output, longAnswer.input + longAnswer.output),
    costMicros: within(grant.costMicros, cost(shortAnswer), cost(longAnswer)),
    workMs: within(grant.workMs, 0, maxKeptMs),
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

function unpricedMessage({ agent: { model } }: ThreadState, leftMicros: number): string {
  return `It has a budget of money (${dollars(leftMicros)} is left), and nobody knows what the model ${model.id} of ${model.provider} costs. Set a price for it in the settings, or take the budget of money away.`;
}

/** Working time is spent by tools, too, so it is looked at before them as well. */
export function workBudgetReached(thread: ThreadState): string | null {
  const left = remainderOf(thread)?.workMs ?? null;
  if (!thread.grant || left === null) return null;
  return left <= keptForAnswer(thread.grant, null).workMs ? workBudgetMessage(thread.grant) : null;
}

export function workBudgetMessage(grant: Budget | null): string {
  return `It reached its budget of ${describeDuration(grant?.workMs ?? 0)} of working time.`;
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

/** The reason why a call is not run, when so many were planned before it in its step. */
export function callRefusal(remainder: Budget | null, planned: number): string | null {
  if (remainder?.calls == null || planned < remainder.calls) return null;
  return `Not run: the budget allows ${count(remainder.calls, 'more call')}, and this is one too many. Go on with what you have.`;
}

interface Wanted {
  wanted: number;
  opened: number;
  calls: number;
  /** For the answer of the thread itself. */
  kept: Spend;
  isBackground: boolean;
}

/** The grant of a task, when a step wants so many tasks and has opened so many. */
export function setAside(
  remainder: Budget | null,
  { wanted, opened, calls, kept, isBackground }: Wanted,
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
  const shared = shareOf(left, sharing);
  const spare = budgetLess(remainder, kept);
  // Its parent goes on meanwhile, and needs a half for that.
  const most = perTask(spare, isBackground ? 2 * sharing : sharing);
  const grant = shared && minBudget(shared, most);
  const spent = grant && leftMessage(grant, remainder);
  return spent
    ? { problem: `Not delegated: ${spent} That is too little for a task. Go on with what you have.` }
    : { grant };
}

/** Calls and tasks are no part of an answer. */
function perTask({ tokens, costMicros, workMs }: Budget, tasks: number): Budget {
  const part = (bound: number | null) => (bound === null ? null : Math.floor(bound / tasks));
  return { tokens: part(tokens), costMicros: part(costMicros), workMs: part(workMs), calls: null, tasks: null };
}

function leftMessage(grant: Budget, { tokens, costMicros, workMs }: Budget): string | null {
  if (grant.tokens !== null && grant.tokens < shortAnswer.input + shortAnswer.output)
    return `${tokens} tokens of the budget are left.`;
  if (grant.costMicros === 0) return `${dollars(costMicros ?? 0)} of the budget is left.`;
  return grant.workMs === 0 ? `${describeDuration(workMs ?? 0)} of the budget is left.` : null;
}

function count(number: number, one: string): string {
  return `${number === 0 ? 'no' : number} ${one}${number === 1 ? '' : 's'}`;
}
