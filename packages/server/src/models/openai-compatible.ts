import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type Model, ModelError, type ModelPiece, type ModelRequest } from '../ports/model.ts';
import { type Remote, toModelError, wrongContentType } from './openai-compatible-errors.ts';
import { toCallOptions } from './openai-compatible-prompt.ts';
import { toFinishReason, toUsage } from './openai-compatible-usage.ts';

export interface OpenAiCompatibleOptions {
  /** Up to and without `/chat/completions`. */
  baseUrl: string;
  apiKey: string | null;
  fetch?: typeof globalThis.fetch;
}

/** Any server that speaks OpenAI's chat completions. It asks once; whether to ask again is the engine's to decide. */
export function createOpenAiCompatibleModel({ baseUrl, apiKey, fetch }: OpenAiCompatibleOptions): Model {
  const provider = createOpenAICompatible({
    name: providerName,
    baseURL: baseUrl,
    includeUsage: true,
    ...(apiKey === null ? {} : { apiKey }),
    ...(fetch === undefined ? {} : { fetch }),
  });
  // Each model builds its schemas anew, which costs more than a step does.
  const models = new Map<string, ReturnType<typeof provider.chatModel>>();
  const modelFor = (id: string) => models.getOrInsertComputed(id, () => provider.chatModel(id));
  return {
    async *stream(request, signal) {
      const options = toCallOptions(request, providerName);
      const remote: Remote = { baseUrl, apiKey, modelId: request.model.id };
      try {
        signal.throwIfAborted();
        const reply = await modelFor(request.model.id).doStream({ ...options, abortSignal: signal });
        const problem = wrongContentType(reply.response?.headers?.['content-type'], remote);
        if (problem) await reply.stream.cancel();
        if (problem) throw problem;
        yield* piecesOf(reply.stream, request, signal);
      } catch (error) {
        signal.throwIfAborted();
        throw toModelError(error, remote);
      }
    },
  };
}

const providerName = 'retinue';

/*
 * The adapter ends every call only when the stream is over, and it does so even when the stream broke off: a call that
 * has ended is whole only if an `end` follows.
 */
async function* piecesOf(
  parts: ReadableStream<LanguageModelV4StreamPart>,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPiece> {
  let writtenChars = 0;
  let hasCalls = false;
  for await (const part of parts) {
    signal.throwIfAborted();
    if (part.type === 'error') throw part.error;
    if (part.type === 'finish') {
      const finishReason = toFinishReason(part.finishReason.unified, hasCalls);
      return yield { type: 'end', finishReason, usage: toUsage(part.usage, request, writtenChars) };
    }
    const piece = toPiece(part);
    if (piece === null) continue;
    if (piece.type === 'call-end') hasCalls = true;
    else if ('text' in piece) writtenChars += piece.text.length;
    yield piece;
  }
  throw new ModelError('The stream ended early.', { retryable: true });
}

function toPiece(part: LanguageModelV4StreamPart): ModelPiece | null {
  switch (part.type) {
    case 'text-delta':
      return { type: 'text', text: part.delta };
    case 'reasoning-delta':
      return { type: 'reasoning', text: part.delta };
    case 'tool-input-start':
      return { type: 'call-begin', key: part.id, name: part.toolName };
    case 'tool-input-delta':
      return { type: 'call-args', key: part.id, text: part.delta };
    case 'tool-call':
      return { type: 'call-end', key: part.toolCallId, name: part.toolName, args: part.input };
    default:
      return null; // starts and ends of blocks, metadata, and kinds of content that this API has not
  }
}
