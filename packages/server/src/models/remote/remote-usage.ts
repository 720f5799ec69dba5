import type { LanguageModelV4FinishReason, LanguageModelV4Usage } from '@ai-sdk/provider';
import { type FinishReason, noUsage, type Usage } from '@retinue/protocol';
import type { ModelRequest } from '../../ports/engine/model.ts';

/** Providers may report any number; stored counts are whole, not negative, and each part no more than its whole. */
export function toUsage(reported: LanguageModelV4Usage, request: ModelRequest, writtenChars: number): Usage {
  const { inputTokens, outputTokens } = reported;
  const isUnknown = inputTokens.total === undefined && outputTokens.total === undefined;
  if (isUnknown || isAbsurd(inputTokens.total) || isAbsurd(outputTokens.total)) return estimate(request, writtenChars);
  const input = toCount(inputTokens.total);
  const output = toCount(outputTokens.total);
  return {
    inputTokens: input,
    outputTokens: output,
    reasoningTokens: Math.min(output, toCount(outputTokens.reasoning)),
    cachedTokens: Math.min(input, toCount(inputTokens.cacheRead)),
    estimatedTokens: 0,
  };
}

/** A provider that does not count must not look free to a budget. */
function estimate({ system, messages }: ModelRequest, writtenChars: number): Usage {
  const chars = system.length + JSON.stringify(messages).length + writtenChars;
  return { ...noUsage, estimatedTokens: Math.ceil(chars / charsPerToken) };
}

const charsPerToken = 4;

/** More than any model can read or write, so it is no valid count of this step. */
function isAbsurd(tokens: number | undefined): boolean {
  return tokens !== undefined && !(Number.isFinite(tokens) && tokens <= maxStepTokens);
}

function toCount(tokens: number | undefined): number {
  return isAbsurd(tokens) ? 0 : Math.max(0, Math.ceil(tokens ?? 0));
}

/** Some servers say `stop` after calls too. */
export function toFinishReason(reason: LanguageModelV4FinishReason['unified'], hasCalls: boolean): FinishReason {
  return reason === 'stop' && hasCalls ? 'calls' : finishReasons[reason];
}

const finishReasons = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content-filter',
  'tool-calls': 'calls',
  error: 'error',
  interrupted: 'other',
  other: 'other',
} as const satisfies Record<LanguageModelV4FinishReason['unified'], FinishReason>;

/** One step cannot use more; a provider that reports more is not counting. */
const maxStepTokens = 1_000_000_000;
