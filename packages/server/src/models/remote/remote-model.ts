import type {
  LanguageModelV4,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { ProviderKind } from '@retinue/protocol';
import { type Json, type Model, ModelError, type ModelPiece, type ModelRequest } from '../../ports/engine/model.ts';
import { type Asked, toModelError, wrongContentType } from './remote-errors.ts';
import { toCallOptions } from './remote-prompt.ts';
import { toFinishReason, toUsage } from './remote-usage.ts';
import { loadVendor, type ModelFactory, type Protocol, protocolOf, type VendorOptions } from './vendors.ts';

export interface RemoteOptions extends VendorOptions {
  kind: ProviderKind;
}

/** A model behind HTTP. It sends one request; the engine decides on retries. */
export function createRemoteModel({ kind, ...vendor }: RemoteOptions): Model {
  const find = findModels(() => loadVendor(kind, vendor));
  const protocol = protocolOf(kind, vendor);
  return {
    async *stream(request, signal) {
      const asked = askedOf(vendor, request);
      try {
        signal.throwIfAborted();
        const model = await find(request.model.id);
        const reply = await model.doStream({ ...toCallOptions(request, protocol), abortSignal: signal });
        const problem = wrongContentType(reply.response?.headers?.['content-type'], asked());
        if (problem) await reply.stream.cancel();
        if (problem) throw problem;
        yield* piecesOf(reply.stream, { request, protocol, signal });
      } catch (error) {
        signal.throwIfAborted();
        throw toModelError(error, asked());
      }
    },
  };
}

/** Each model builds its schemas again, which costs more than a step does. */
function findModels(load: () => Promise<ModelFactory>): (modelId: string) => Promise<LanguageModelV4> {
  const models = new Map<string, LanguageModelV4>();
  let factory: Promise<ModelFactory> | null = null;
  return async (modelId) => {
    factory ??= load();
    const make = await factory;
    return models.getOrInsertComputed(modelId, make);
  };
}

/** For error messages, which must not hold the key; a key that can't be opened can't be in them. */
function askedOf({ baseUrl, key }: VendorOptions, { model }: ModelRequest): () => Asked {
  return () => {
    try {
      return { baseUrl, apiKey: key()?.reveal() ?? null, modelId: model.id };
    } catch {
      return { baseUrl, apiKey: null, modelId: model.id };
    }
  };
}

/*
 * Some libraries end every call only when the stream is over, and do so even when it broke off: a call that has ended
 * is complete only if an `end` follows. Others finish a stream that broke off, but can't give a finish reason.
 */
async function* piecesOf(
  parts: ReadableStream<LanguageModelV4StreamPart>,
  { request, protocol, signal }: { request: ModelRequest; protocol: Protocol; signal: AbortSignal },
): AsyncGenerator<ModelPiece> {
  let writtenChars = 0;
  let hasCalls = false;
  for await (const part of parts) {
    signal.throwIfAborted();
    if (part.type === 'error') throw part.error;
    if (part.type === 'finish') {
      if (brokeOff(part.finishReason, protocol)) break;
      const finishReason = toFinishReason(part.finishReason.unified, hasCalls);
      return yield { type: 'end', finishReason, usage: toUsage(part.usage, request, writtenChars) };
    }
    const piece = toPiece(part);
    if (piece === null) continue;
    if (piece.type === 'call-end') hasCalls = true;
    else if ('text' in piece) writtenChars += piece.text.length;
    yield piece;
  }
  throw new ModelError({ code: 'ended-early' }, { retryable: true });
}

/** OpenAI's Responses protocol gives a reason only to an answer that is incomplete. */
function brokeOff({ raw, unified }: LanguageModelV4FinishReason, protocol: Protocol): boolean {
  return raw === undefined && (protocol !== 'openai-responses' || unified === 'interrupted');
}

function toPiece(part: LanguageModelV4StreamPart): ModelPiece | null {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return toBlockPiece(part, part.delta);
    case 'text-start':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-end':
      return part.providerMetadata ? toBlockPiece(part, '') : null;
    case 'tool-input-start':
      return { type: 'call-begin', key: part.id, name: part.toolName };
    case 'tool-input-delta':
      return { type: 'call-args', key: part.id, text: part.delta };
    case 'tool-call':
      return {
        ...{ type: 'call-end', key: part.toolCallId, name: part.toolName, args: part.input },
        ...toMetadata(part.providerMetadata),
      };
    default:
      return null; // metadata, and kinds of content that were not requested
  }
}

type BlockPart = Extract<
  LanguageModelV4StreamPart,
  { type: `${'text' | 'reasoning'}-${'start' | 'delta' | 'end'}`; id: string }
>;

function toBlockPiece({ type, id, providerMetadata }: BlockPart, text: string): ModelPiece {
  const kind = type.startsWith('text') ? 'text' : 'reasoning';
  return { type: kind, text, block: id, ...toMetadata(providerMetadata) };
}

/** The provider needs it when it gets the block or the call again. */
function toMetadata(metadata: SharedV4ProviderMetadata | undefined): { provider?: Json } {
  return metadata ? { provider: metadata as Json } : {};
}
