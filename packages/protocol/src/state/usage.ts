import type { Usage } from '../events/event-parts.ts';
import { addSaturating } from '../schemas/numbers.ts';

export const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  cachedTokens: 0,
  estimatedTokens: 0,
};

export function addUsage(left: Usage, right: Usage): Usage {
  const costMicros = addSaturating(costOf(left), costOf(right));
  return {
    inputTokens: addSaturating(left.inputTokens, right.inputTokens),
    outputTokens: addSaturating(left.outputTokens, right.outputTokens),
    reasoningTokens: addSaturating(left.reasoningTokens, right.reasoningTokens),
    cachedTokens: addSaturating(left.cachedTokens, right.cachedTokens),
    estimatedTokens: addSaturating(left.estimatedTokens, right.estimatedTokens),
    ...(costMicros > 0 ? { costMicros } : {}),
  };
}

/** A late count may reduce an estimate from before this sum began. */
export function withoutNegatives(usage: Usage): Usage {
  return usage.estimatedTokens >= 0 ? usage : { ...usage, estimatedTokens: 0 };
}

/** In millionths of a dollar. */
export function costOf(usage: Usage): number {
  return usage.costMicros ?? 0;
}

/** Reasoning tokens are part of the output and cached ones part of the input, so neither is counted again. */
export function totalTokens(usage: Usage): number {
  return addSaturating(usage.inputTokens, usage.outputTokens, usage.estimatedTokens);
}

/** A cost for people: `$0.03`, with as many digits as a very small sum needs. */
export function dollars(costMicros: number): string {
  if (costMicros <= 0) return '$0.00';
  if (costMicros < 100) return '<$0.0001';
  const sum = costMicros / 1_000_000;
  if (costMicros >= 100_000) return `$${sum.toFixed(2)}`;
  const short = String(Number(sum.toFixed(costMicros < 1_000 ? 6 : 4)));
  return `$${short.length < '0.01'.length ? sum.toFixed(2) : short}`;
}
