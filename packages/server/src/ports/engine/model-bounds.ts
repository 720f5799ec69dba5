import { maxStepTokens, noUsage, type Usage } from '@retinue/protocol';

/*
 * Bounds of what a model reports. A provider or an extension may report anything; stored counts are whole, not negative, and
 * each part is no more than its whole.
 */

/** The usage of a step. Absurd counts are unknown, and so is the whole step then: it must not look free to a budget. */
export function boundUsage(reported: unknown, estimateTokens: () => number): Usage {
  const fields = typeof reported === 'object' && reported !== null ? reported : {};
  const { inputTokens, outputTokens, estimatedTokens, reasoningTokens, cachedTokens, costMicros } = fields as {
    [Name in keyof Usage]?: unknown;
  };
  const isUnknown = isMissing(inputTokens) && isMissing(outputTokens) && !(Number(estimatedTokens) > 0);
  if (isUnknown || [inputTokens, outputTokens, estimatedTokens].some(isAbsurd))
    return { ...noUsage, estimatedTokens: estimateTokens() };
  const input = toCount(inputTokens);
  const output = toCount(outputTokens);
  return {
    inputTokens: input,
    outputTokens: output,
    reasoningTokens: Math.min(output, toCount(reasoningTokens)),
    cachedTokens: Math.min(input, toCount(cachedTokens)),
    estimatedTokens: toCount(estimatedTokens),
    ...(isMissing(costMicros) || isAbsurd(costMicros) ? {} : { costMicros: toCount(costMicros) }),
  };
}

/** A wait before a retry; null for none, or for one that is no time. */
export function boundWaitMs(milliseconds: unknown): number | null {
  if (typeof milliseconds !== 'number' || Number.isNaN(milliseconds)) return null;
  return Math.ceil(Math.min(maxWaitMs, Math.max(0, milliseconds)));
}

/** Some providers report a negative count for one that they don't have. */
function isMissing(count: unknown): boolean {
  return count === undefined || count === null || (typeof count === 'number' && count < 0);
}

function isAbsurd(count: unknown): boolean {
  return !isMissing(count) && !(typeof count === 'number' && count <= maxStepTokens);
}

function toCount(count: unknown): number {
  return isMissing(count) || isAbsurd(count) ? 0 : Math.ceil(Number(count));
}

const maxWaitMs = 24 * 60 * 60_000;
