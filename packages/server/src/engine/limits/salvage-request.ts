import type { Budget, Item, Reason, ThreadState } from '@retinue/protocol';
import type { Json, ModelRequest } from '../../ports/engine/model.ts';
import type { Tools } from '../../ports/engine/tool.ts';
import type { ModelPrice } from '../../ports/settings/prices.ts';
import { reasonForModel } from '../../prompts/reasons/reason-for-model.ts';
import { buildRequest, estimateTokens } from '../prompt/build-request.ts';
import { frameMessage, isFramed } from '../prompt/frame-items.ts';
import { promptLimitOf } from '../prompt/plan-request.ts';
import { isSalvageRetry, planStep } from '../step/plan-step.ts';
import type { ReachedLimit } from '../step/step.ts';
import { maxSentOutput } from './check-budget.ts';
import { affordableOutput, costOfStep, countedPromptTokens, promptTokens } from './price-step.ts';

interface Means {
  /** The budget for it; null for no bound. */
  left: Budget | null;
  price: ModelPrice | null;
  limit: ReachedLimit;
}

type LastAnswer = { request: ModelRequest; outputBound: number | null } | { refusal: Reason };

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
  return fits(goodAnswerTokens) ?? fits(minAnswerTokens) ?? { refusal: tooSmallBudget(thread, shortest, price) };
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
  return {
    model: agent.model,
    sampling: agent.sampling,
    system: isBegun ? gatherPrompt : answerPrompt,
    messages: [
      { role: 'user', text: `${isBegun ? askMessage(reason) : askAtOnce}\n\n${recordOf(thread, characters)}` },
    ],
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

const wholeMessage =
  'Answer now, without tools and briefly, with what you have: what was found so far, with figures and sources, and what is missing.';
const atOnceMessage = 'Answer now, without tools and briefly, as well as you can, and say what is missing.';
const gatherPrompt = 'You report in a few sentences what an agent has found, from its record only.';
const answerPrompt = 'You answer in one or two sentences.';
const askAtOnce =
  'There is no budget for more than a short answer. Answer this as well as you can, and say what is missing.';

function askMessage(reason: Reason): string {
  return `The work below had to end: ${reasonForModel(reason)} Write what was found so far, with figures and sources, and what is missing. Do not continue the work.`;
}

/** The instruction of this turn, and as much of the end of the work as fits. */
function recordOf(thread: ThreadState, characters: number): string {
  const { items, turnStats } = thread;
  const asked = items.filter((item) => item.seq === turnStats.begunSeq).flatMap((item) => tell(thread, item));
  const work = items.filter((item) => item.seq !== turnStats.begunSeq).flatMap((item) => tell(thread, item));
  const shown = work.join('\n');
  const end = shown.length > characters ? `[…]${shown.slice(-characters)}` : shown;
  return `${asked.join('\n').slice(0, characters)}\n${end}`.toWellFormed();
}

function tell(thread: ThreadState, item: Item): string[] {
  if (item.type === 'message' && item.from === 'system') return [];
  if (item.type === 'message') return [`${isFramed(item) ? 'Came in' : 'Asked'}: ${frameMessage(thread, item)}`];
  const said = item.parts.flatMap((part) => (part.type === 'text' ? [`Said: ${part.text}`] : []));
  const called = item.calls.map(
    (call) =>
      `Called ${call.name}(${short(call.args)}): ${short(call.output?.value ?? (call.error && reasonForModel(call.error)))}`,
  );
  return [...said, ...called];
}

function short(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > maxValueChars ? `${text.slice(0, maxValueChars)}…` : text;
}

const salvageTokens = 800;
const goodAnswerTokens = 150;
const minAnswerTokens = 40;
/** Characters of the record, from the largest to the smallest useful size. */
const recordSizes = [12_000, 6000, 3000, 1500, 700, 300, 120];
const maxValueChars = 600;
