import type { ThreadState, Usage } from '@retinue/protocol';
import type { ModelRequest, ToolOffer } from '../ports/model.ts';
import type { ModelPrice } from '../ports/prices.ts';
import { charactersPerToken, estimateTokens } from './build-request.ts';
import type { Reservation } from './step.ts';

/** What is set aside for a step before it is asked: its prompt, and an answer as long as the longest so far. */
export function reserve(thread: ThreadState, request: ModelRequest, price: ModelPrice | null): Reservation {
  const offered = request.tools.reduce((sum, offer) => sum + sizeOfOffer(offer), 0);
  const inputTokens = estimateTokens(request) + Math.ceil(offered / charactersPerToken);
  const outputTokens = request.maxOutputTokens ?? longestOutput(thread);
  const usage = { inputTokens, outputTokens, reasoningTokens: 0, cachedTokens: 0, estimatedTokens: 0 };
  const costMicros = price?.costMicros(usage) ?? 0;
  return { tokens: inputTokens + outputTokens, ...(costMicros > 0 ? { costMicros } : {}) };
}

/** With its cost at the price of this moment. What the provider never counted is taken for input. */
export function priced(usage: Usage, price: ModelPrice | null): Usage {
  if (usage.costMicros !== undefined || !price) return usage;
  const { estimatedTokens } = usage;
  const costMicros = price.costMicros({ ...usage, inputTokens: usage.inputTokens + estimatedTokens });
  return costMicros > 0 ? { ...usage, costMicros } : usage;
}

function longestOutput({ items }: ThreadState): number {
  return items.reduce(
    (longest, item) => (item.type === 'step' ? Math.max(longest, item.usage.outputTokens) : longest),
    shortAnswerTokens,
  );
}

/** The schema of a tool is the same object in every step. */
function sizeOfOffer({ name, description, input }: ToolOffer): number {
  return name.length + description.length + inputSizes.getOrInsertComputed(input, () => JSON.stringify(input).length);
}

const inputSizes = new WeakMap<object, number>();

const shortAnswerTokens = 100;
