import type { Usage } from './events.ts';

export const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  cachedTokens: 0,
  estimatedTokens: 0,
};

export function addUsage(left: Usage, right: Usage): Usage {
  const costMicros = costOf(left) + costOf(right);
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    reasoningTokens: left.reasoningTokens + right.reasoningTokens,
    cachedTokens: left.cachedTokens + right.cachedTokens,
    estimatedTokens: left.estimatedTokens + right.estimatedTokens,
    ...(costMicros > 0 ? { costMicros } : {}),
  };
}

/** A late count may take back a guess that was made before this sum began. */
export function atLeastNone(usage: Usage): Usage {
  return usage.estimatedTokens >= 0 ? usage : { ...usage, estimatedTokens: 0 };
}

/** In millionths of a dollar. */
export function costOf(usage: Usage): number {
  return usage.costMicros ?? 0;
}

/** Reasoning tokens are part of the output and cached ones part of the input, so neither is counted again. */
export function totalTokens(usage: Usage): number {
  return usage.inputTokens + usage.outputTokens + usage.estimatedTokens;
}

/** As a person reads it: `$0.03`, and as many digits as a very small sum needs. */
export function dollars(costMicros: number): string {
  if (costMicros <= 0) return '$0.00';
  if (costMicros < 100) return '<$0.0001';
  return costMicros < 9_950 ? `$${(costMicros / 1_000_000).toFixed(4)}` : `$${(costMicros / 1_000_000).toFixed(2)}`;
}
