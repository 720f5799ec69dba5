import type { CachePlan } from '../core/prefix-cache.ts';
import { countedText } from '../core/tokens.ts';
import { type CachedPiece, planOpenAiCache } from '../openai/cache-plan.ts';
import { type CheckedResponses, itemsOf } from './items.ts';
import type { InputItem } from './request-schema.ts';

/** Tools, instructions, then the items, each part of a message on its own: a mark ends at its part. */
export function planResponsesCache({ body, model, server }: CheckedResponses): CachePlan {
  const opening = [body.tools ?? [], body.text?.format ?? null, body.instructions ?? ''].map((value) =>
    plain(countedText(value)),
  );
  return planOpenAiCache({
    modelId: body.model,
    model,
    server,
    cacheKey: body.prompt_cache_key,
    mode: body.prompt_cache_options?.mode ?? 'implicit',
    ttl: body.prompt_cache_options?.ttl,
    pieces: [...opening, ...itemsOf(body).flatMap(toPieces)],
  });
}

function toPieces(item: InputItem): CachedPiece[] {
  const isTurn = 'role' in item ? item.role === 'user' : item.type === 'function_call_output';
  const parts = 'role' in item ? item.content : 'output' in item ? item.output : '';
  if (typeof parts === 'string') return [{ ...plain(countedText(item)), isTurnEnd: isTurn }];
  const head = 'role' in item ? item.role : 'output';
  return parts.map((part, index) => {
    const { prompt_cache_breakpoint: mark, ...content } = part as typeof part & {
      prompt_cache_breakpoint?: object | null;
    };
    return {
      text: countedText({ head, ...content }),
      isMarked: Boolean(mark),
      isTurnEnd: isTurn && index === parts.length - 1,
    };
  });
}

function plain(text: string): CachedPiece {
  return { text, isTurnEnd: false, isMarked: false };
}
