import type { Budget, ThreadState, Usage } from '@retinue/protocol';
import { addSaturating, isCompaction } from '@retinue/protocol';
import type { ModelRequest, ToolOffer } from '../../ports/engine/model.ts';
import type { ModelPrice } from '../../ports/settings/prices.ts';
import { charactersPerToken, estimateTokens } from '../prompt/build-request.ts';
import type { Reservation } from '../step/step.ts';

/** The reservation of a step: its prompt, and an answer as long as the longest so far, within its bound. */
export function reserve(
  thread: ThreadState,
  request: ModelRequest,
  price: ModelPrice | null,
  inputTokens = promptTokens(request),
): Reservation {
  const outputTokens = Math.min(request.maxOutputTokens ?? Number.POSITIVE_INFINITY, maxOutputSoFar(thread));
  const costMicros = costOfStep(price, inputTokens, outputTokens);
  return { tokens: addSaturating(inputTokens, outputTokens), ...(price ? { costMicros } : {}) };
}

/** Estimates the tokens of a prompt with its tools. */
export function promptTokens(request: ModelRequest): number {
  const offered = request.tools.reduce((sum, offer) => sum + sizeOfOffer(offer), 0);
  return estimateTokens(request) + Math.ceil(offered / charactersPerToken);
}

/** The same, and no less than the provider's count for the previous prompt, which is the beginning of this one. */
export function countedPromptTokens(thread: ThreadState, request: ModelRequest): number {
  const last = thread.items.findLast((item) => item.type === 'step' && item.status === 'ended');
  const isBeginning =
    last?.type === 'step' &&
    last.kind !== 'salvage' &&
    !isCompaction(last) &&
    last.seq > (thread.compaction?.throughSeq ?? 0) &&
    last.step > (thread.compaction?.step ?? 0);
  return Math.max(promptTokens(request), isBeginning ? last.usage.inputTokens : 0);
}

/**
 * Output that the remainder allows after the prompt; infinite without a bound, negative if the prompt alone is too
 * much.
 */
export function affordableOutput(left: Budget, inputTokens: number, price: ModelPrice | null): number {
  const byTokens = left.tokens === null ? Number.POSITIVE_INFINITY : left.tokens - inputTokens;
  const { costMicros } = left;
  if (costMicros === null || !price || byTokens <= 0) return byTokens;
  return Math.min(byTokens, outputFor(costMicros, inputTokens, price));
}

/** By halving: a price may have steps, but it never falls with the length. */
function outputFor(costMicros: number, inputTokens: number, price: ModelPrice): number {
  const fits = (outputTokens: number) => costOfStep(price, inputTokens, outputTokens) <= costMicros;
  if (!fits(0)) return -1;
  if (fits(maxOutputTokens_)) return Number.POSITIVE_INFINITY;
  let [low, high] = [0, maxOutputTokens_];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

export function costOfStep(price: ModelPrice | null, inputTokens: number, outputTokens: number): number {
  return price?.costMicros({ inputTokens, outputTokens, reasoningTokens: 0, cachedTokens: 0, estimatedTokens: 0 }) ?? 0;
}

/**
 * With its cost at the current price, also if that is 0: only tokens without a known price have none. Tokens that the
 * provider never counted are treated as input.
 */
export function priced(usage: Usage, price: ModelPrice | null): Usage {
  if (usage.costMicros !== undefined || !price) return usage;
  const { estimatedTokens } = usage;
  const costMicros = price.costMicros({ ...usage, inputTokens: addSaturating(usage.inputTokens, estimatedTokens) });
  return { ...usage, costMicros };
}

function maxOutputSoFar({ items }: ThreadState): number {
  return items.reduce(
    (max, item) => (item.type === 'step' ? Math.max(max, item.usage.outputTokens) : max),
    shortAnswerTokens,
  );
}

/** The usual output of a step of this thread. */
export function usualOutput({ items }: ThreadState): number {
  const written = items.flatMap((item) =>
    item.type === 'step' && item.status === 'ended' ? [item.usage.outputTokens] : [],
  );
  const mean = written.reduce((sum, tokens) => sum + tokens, 0) / Math.max(1, written.length);
  return Math.min(longAnswerTokens, Math.max(shortAnswerTokens, Math.ceil(mean)));
}

/** The schema of a tool is the same object in every step. */
function sizeOfOffer({ name, description, input }: ToolOffer): number {
  return name.length + description.length + inputSizes.getOrInsertComputed(input, () => JSON.stringify(input).length);
}

const inputSizes = new WeakMap<object, number>();

const shortAnswerTokens = 100;
const longAnswerTokens = 1000;
const maxOutputTokens_ = 1_000_000;
