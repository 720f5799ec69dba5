import { type CachedPrefix, type CachePlan, planAutomatic, prefixKeys } from '../core/prefix-cache.ts';
import type { ServerSide } from '../core/provider.ts';
import { digest } from '../core/seal.ts';
import { charsPerToken } from '../core/tokens.ts';
import type { OpenAiModel } from './models.ts';

/*
 * https://developers.openai.com/api/docs/guides/prompt-caching and openai 7.55.0, PromptCacheOptions. From 1,024 tokens on.
 *
 * Models before GPT-5.6: the longest common prefix in steps of 128 tokens, on the machine that `prompt_cache_key` and the first
 * 256 tokens lead to. Writes are not counted.
 *
 * GPT-5.6 and later: the prompt up to a mark. The service sets one mark at the latest message of a user or tool, unless the
 * mode is `explicit`; a request sets others with `prompt_cache_breakpoint`. Up to four are written, the latest 80 are read.
 */
export interface CacheablePrompt {
  modelId: string;
  model: OpenAiModel;
  server: ServerSide;
  cacheKey: string | null | undefined;
  mode: 'implicit' | 'explicit';
  ttl: string | undefined;
  pieces: readonly CachedPiece[];
}

export interface CachedPiece {
  text: string;
  /** A message of a user or tool ends here. */
  isTurnEnd: boolean;
  isMarked: boolean;
}

export function planOpenAiCache(prompt: CacheablePrompt): CachePlan {
  const text = prompt.pieces.map((piece) => piece.text).join('');
  const route = digest(text.slice(0, routedTokens * charsPerToken), prompt.cacheKey ?? '');
  const scope = `${prompt.server.apiKey} ${prompt.modelId} ${route}`;
  if (prompt.model.hasCacheOptions) return planMarks(prompt, scope);
  const [stepChars, minChars] = [128 * charsPerToken, minTokens * charsPerToken];
  return planAutomatic(prompt.server.cache, { scope, text, stepChars, minChars, ttlMs: 3_600_000, charsPerToken });
}

function planMarks({ pieces, mode, ttl, server }: CacheablePrompt, scope: string): CachePlan {
  const keys = prefixKeys(
    scope,
    pieces.map(({ text }) => text),
  );
  let chars = 0;
  const prefixes: (CachedPrefix & CachedPiece)[] = pieces.map((piece, index) => {
    chars += piece.text.length;
    return {
      ...piece,
      key: keys[index] ?? '',
      tokens: Math.ceil(chars / charsPerToken),
      ttlMs: ttl === '12h' ? 43_200_000 : 1_800_000,
    };
  });
  const longEnough = prefixes.filter(({ tokens }) => tokens >= minTokens);
  const marks = longEnough.filter(({ isTurnEnd, isMarked }) => isMarked || (isTurnEnd && mode === 'implicit'));
  const read = server.cache.read(
    marks
      .slice(-80)
      .map(({ key }) => key)
      .reverse(),
  );
  const explicit = longEnough.filter(({ isMarked }) => isMarked).slice(mode === 'implicit' ? -3 : -4);
  const implicit = mode === 'implicit' ? longEnough.filter(({ isTurnEnd }) => isTurnEnd).slice(-1) : [];
  const writes = [...explicit, ...implicit];
  const written = Math.max(0, Math.max(0, ...writes.map(({ tokens }) => tokens)) - read);
  return { total: Math.ceil(chars / charsPerToken), read, written, begin: server.cache.prepare(writes) };
}

const minTokens = 1024;
const routedTokens = 256;
