import type { CachePlan } from '../core/prefix-cache.ts';
import type { ServerSide } from '../core/provider.ts';
import { countedText } from '../core/tokens.ts';
import { type CachedPiece, planOpenAiCache } from '../openai/cache-plan.ts';
import type { OpenAiModel } from '../openai/models.ts';
import type { ChatMessage, ChatRequest } from './request-schema.ts';

/** A request whose shape is right, with what its rules ask about. */
export interface CheckedChat {
  body: ChatRequest;
  model: OpenAiModel;
  server: ServerSide;
}

export function planChatCache({ body, model, server }: CheckedChat): CachePlan {
  const opening = [body.tools ?? [], body.response_format ?? null].map((value) => ({
    text: countedText(value),
    isTurnEnd: false,
    isMarked: false,
  }));
  return planOpenAiCache({
    modelId: body.model,
    model,
    server,
    cacheKey: body.prompt_cache_key,
    mode: body.prompt_cache_options?.mode ?? 'implicit',
    ttl: body.prompt_cache_options?.ttl,
    pieces: [...opening, ...body.messages.flatMap(toPieces)],
  });
}

function toPieces(message: ChatMessage): CachedPiece[] {
  const isTurn = message.role === 'user' || message.role === 'tool';
  const { content, ...rest } = message;
  if (typeof content === 'string' || !content)
    return [{ text: countedText(message), isTurnEnd: isTurn, isMarked: false }];
  return content.map((part, index) => {
    const { prompt_cache_breakpoint: mark, ...inner } = part as typeof part & {
      prompt_cache_breakpoint?: object | null;
    };
    const isLast = index === content.length - 1;
    return { text: countedText({ ...rest, ...inner }), isMarked: Boolean(mark), isTurnEnd: isTurn && isLast };
  });
}
