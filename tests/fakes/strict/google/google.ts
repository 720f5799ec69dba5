import type { AssistantPart, Json, PromptMessage } from '../../../../packages/server/src/ports/engine/model.ts';
import { callPart, resultMessage, type WirePrompt } from '../../script-request.ts';
import type { StrictProvider, WireRequest } from '../core/provider.ts';
import { type BrokenRule, firstBroken } from '../core/rule.ts';
import { digest } from '../core/seal.ts';
import { planImplicitCache } from './cache-plan.ts';
import { type CheckedGenerate, declarationsIn, isModel, partsOf } from './contents.ts';
import { findGemini } from './models.ts';
import { failureReply, problemReply } from './problems.ts';
import { type GeminiContent, generateRequest } from './request-schema.ts';
import { contentRules } from './rules/content-rules.ts';
import { settingRules } from './rules/setting-rules.ts';
import { modelIn, wireRules } from './rules/wire-rules.ts';
import { writeContent } from './stream.ts';

/*
 * Gemini.
 *
 *   POST /v1beta (or /v1) /models/<model>:streamGenerateContent?alt=sse   x-goog-api-key
 *   { systemInstruction, tools: [{ functionDeclarations }], toolConfig, generationConfig: { thinkingConfig, maxOutputTokens }, contents: [
 *       { role: 'user',  parts: [text | inlineData] },
 *       { role: 'model', parts: [text, functionCall + thoughtSignature, functionCall…] },    back as it came, part by part
 *       { role: 'user',  parts: [functionResponse…] } ] }                                      as many, in the same order
 *
 *   data: { candidates: [{ content: { role: 'model', parts: [part] } }], usageMetadata, modelVersion, responseId }    CRLF between frames
 *     { text, thought: true }                        only with includeThoughts
 *     { text } …
 *     { functionCall: { id?, name, args }, thoughtSignature }     signature on the first call of an answer only
 *     { text: '', thoughtSignature } with finishReason            the last frame of an answer without calls
 *   or { promptFeedback: { blockReason } }, or { error: { code, message, status } } in the middle
 *
 * Usage is whole in every frame; thoughts are not part of candidatesTokenCount.
 */
export const google: StrictProvider<CheckedGenerate> = {
  path: /^\/v1(?:beta)?\/models\/[\w.-]+:streamGenerateContent\?alt=sse$/,
  basePath: '/v1beta',
  rules: [...wireRules, ...contentRules, ...settingRules],
  check: checkRequest,
  problemReply,
  failureReply,
  promptOf,
  planCache: planImplicitCache,
  callId: ({ body, server }, index) => server.seals.id('', digest(JSON.stringify(body.contents)), index).slice(0, 8),
  write: writeContent,
};

const requestRules = [...contentRules, ...settingRules];

function checkRequest(request: WireRequest): BrokenRule | { checked: CheckedGenerate } {
  const broken = firstBroken(wireRules, request);
  if (broken) return broken;
  const body = generateRequest.parse(request.body);
  const modelId = modelIn(request.path);
  const model = findGemini(modelId);
  if (model === null) throw new Error('the rules know the model');
  const checked = { body, modelId, model, server: request.server };
  return firstBroken(requestRules, checked) ?? { checked };
}

function promptOf({ body, modelId }: CheckedGenerate): WirePrompt {
  const names = declarationsIn(body).map(({ declaration }) => declaration.name);
  return {
    model: modelId,
    system: body.systemInstruction ? textOf(body.systemInstruction) : '',
    messages: body.contents.flatMap(toMessages),
    toolNames: names,
    mayCall: names.length > 0 && body.toolConfig?.functionCallingConfig?.mode !== 'NONE',
    maxOutputTokens: body.generationConfig?.maxOutputTokens,
  };
}

function toMessages(content: GeminiContent, place: number): PromptMessage[] {
  if (isModel(content)) return [{ role: 'assistant', parts: toParts(content, place) }];
  const results = partsOf(content).flatMap(({ functionResponse }, index) =>
    functionResponse
      ? [resultMessage(functionResponse.id ?? `${place}_${index}`, outputOf(functionResponse.response))]
      : [],
  );
  const text = textOf(content);
  return [...results, ...(text === '' ? [] : [{ role: 'user', text } as const])];
}

function toParts(content: GeminiContent, place: number): AssistantPart[] {
  return partsOf(content).flatMap(({ text, thought, functionCall }, index): AssistantPart[] => {
    if (functionCall)
      return [callPart(functionCall.id ?? `${place}_${index}`, functionCall.name, (functionCall.args ?? {}) as Json)];
    return text && !thought ? [{ type: 'text', text }] : [];
  });
}

/** Clients put an output under `output`, `result` or `content`; others send it bare. */
function outputOf(response: Record<string, unknown>): Json {
  return (response.output ?? response.result ?? response.content ?? response) as Json;
}

function textOf(content: GeminiContent): string {
  return partsOf(content)
    .map(({ text = '', thought }) => (thought ? '' : text))
    .join('');
}
