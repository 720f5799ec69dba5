import type { LanguageModelV4FinishReason, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { FinishReason, Usage } from '@retinue/protocol';
import type { ModelRequest } from '../../ports/engine/model.ts';
import { boundUsage } from '../../ports/engine/model-bounds.ts';

export function toUsage(reported: LanguageModelV4Usage, request: ModelRequest, writtenChars: number): Usage {
  const { inputTokens, outputTokens } = reported;
  const counts = {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    reasoningTokens: outputTokens.reasoning,
    cachedTokens: inputTokens.cacheRead,
  };
  return boundUsage(counts, () => estimateTokens(request, writtenChars));
}

function estimateTokens({ system, messages }: ModelRequest, writtenChars: number): number {
  return Math.ceil((system.length + JSON.stringify(messages).length + writtenChars) / charsPerToken);
}

const charsPerToken = 4;

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
