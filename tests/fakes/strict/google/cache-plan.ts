import { type CachePlan, planAutomatic } from '../core/prefix-cache.ts';
import { charsPerToken, countedText } from '../core/tokens.ts';
import type { CheckedGenerate } from './contents.ts';

/*
 * Implicit caching: the longest common prefix of system instruction, tools and contents, from the model's minimum on.
 * https://ai.google.dev/gemini-api/docs/caching. The service promises no hits and names no step; 64 tokens are used here.
 */
export function planImplicitCache({ body, modelId, model, server }: CheckedGenerate): CachePlan {
  const parts = [body.systemInstruction ?? null, body.tools ?? null, body.toolConfig ?? null, ...body.contents];
  return planAutomatic(server.cache, {
    scope: `${server.apiKey} ${modelId}`,
    text: parts.map(countedText).join('\n'),
    stepChars: 64 * charsPerToken,
    minChars: model.minCacheTokens * charsPerToken,
    ttlMs: 3_600_000,
    charsPerToken,
  });
}
