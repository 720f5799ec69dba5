import type { Budget, Reason, ThreadState } from '@retinue/protocol';
import { frameRules } from '../../ports/engine/frames.ts';
import type { ModelRequest } from '../../ports/engine/model.ts';
import type { Tools } from '../../ports/engine/tool.ts';
import type { ModelPrice } from '../../ports/settings/prices.ts';
import { reasonForModel } from '../../prompts/reasons/reason-for-model.ts';
import { buildRequest, estimateTokens } from '../prompt/build-request.ts';
import { promptLimitOf } from '../prompt/plan-request.ts';
import { isSalvageRetry, planStep } from '../step/plan-step.ts';
import type { ReachedLimit } from '../step/step.ts';
import { maxSentOutput } from './check-budget.ts';
import { answerPrompt, askAtOnce, askMessage, atOnceMessage, gatherPrompt, wholeMessage } from './copy.ts';
import { affordableOutput, costOfStep, countedPromptTokens, promptTokens } from './price-step.ts';
import { recordOf } from './work-record.ts';

interface Means {
  /** The budget for it; null for no bound. */
  left: Budget | null;
  price: ModelPrice | null;
  limit: ReachedLimit;
}

type LastAnswer = { request: ModelRequest; outputBound: number | null } | { problem: Reason };

/**
 * The last answer of a thread, without tools. A chat, and a child that has not started, get their whole conversation if
 * the budget allows it; else a short record of the work, with as much of its end as fits.
 */
export function planLastAnswer(tools: Tools, thread: ThreadState, means: Means): LastAnswer {
  const isWhole = thread.parent === null || thread.turnStats.steps === 0;
  return (isWhole ? planWhole(tools, thread, means) : null) ?? planShort(thread, means);
}

function planWhole(tools: Tools, thread: ThreadState, { left, price, limit }: Means): LastAnswer | null {
  const built = buildRequest(tools, thread, placeOf(thread));
  const asked = {
    role: 'user',
    text: `${reasonForModel(limit.reason)} ${thread.turnStats.steps > 0 ? wholeMessage : atOnceMessage}`,
  } as const;
  // Providers require the definitions of all tools that were called.
  const offered = built.messages.some(({ role }) => role === 'tool') ? built.tools : [];
  const messages = [...built.messages, asked];
  const request: ModelRequest = { ...built, messages, tools: offered, toolChoice: 'none' };
  if (estimateTokens(request) > promptLimitOf(thread)) return null;
  const output = left ? affordableOutput(left, countedPromptTokens(thread, request), price) : Number.POSITIVE_INFINITY;
  return output < goodAnswerTokens ? null : boundTo(request, Math.min(output, maxSentOutput));
}

function planShort(thread: ThreadState, { left, price, limit }: Means): LastAnswer {
  const shortest = shortRequest(thread, limit, recordSizes.at(-1) ?? 0);
  const fits = (minTokens: number) => {
    for (const characters of recordSizes) {
      const request = shortRequest(thread, limit, characters);
      const output = left ? affordableOutput(left, promptTokens(request), price) : salvageTokens;
      if (output >= minTokens) return boundTo(request, Math.min(output, salvageTokens));
    }
    return null;
  };
  return fits(goodAnswerTokens) ?? fits(minAnswerTokens) ?? { problem: tooSmallBudget(thread, shortest, price) };
}

function boundTo(request: ModelRequest, outputTokens: number): LastAnswer {
  return { request: { ...request, maxOutputTokens: outputTokens }, outputBound: outputTokens };
}

function tooSmallBudget({ grant }: ThreadState, shortest: ModelRequest, price: ModelPrice | null): Reason {
  const input = promptTokens(shortest);
  const tokens = input + minAnswerTokens;
  if (grant?.tokens != null && grant.tokens < tokens)
    return { code: 'budget-too-small', kind: 'tokens', amount: grant.tokens, needed: tokens };
  const needed = costOfStep(price, input, minAnswerTokens);
  return { code: 'budget-too-small', kind: 'cost', amount: grant?.costMicros ?? 0, needed };
}

function shortRequest(thread: ThreadState, { reason }: ReachedLimit, characters: number): ModelRequest {
  const { agent, turnStats } = thread;
  const isBegun = turnStats.steps > 0;
  const record = recordOf(thread, characters);
  const prompt = isBegun ? gatherPrompt : answerPrompt;
  return {
    model: agent.model,
    sampling: agent.sampling,
    system: record.hasFrames ? `${prompt} ${frameRules}` : prompt,
    messages: [{ role: 'user', text: `${isBegun ? askMessage(reasonForModel(reason)) : askAtOnce}\n\n${record.text}` }],
    tools: [],
    toolChoice: 'none',
    place: placeOf(thread),
  };
}

function placeOf(thread: ThreadState): ModelRequest['place'] {
  const { threadId, agent, steps } = thread;
  const { step, attempt } = isSalvageRetry(thread) ? planStep(thread) : { step: steps + 1, attempt: 1 };
  return { threadId, agentId: agent.agentId, step, attempt, kind: 'salvage' };
}

const salvageTokens = 800;
const goodAnswerTokens = 150;
const minAnswerTokens = 40;
/** Characters of the record, from the largest to the smallest useful size. */
const recordSizes = [12_000, 6000, 3000, 1500, 700, 300, 120];
