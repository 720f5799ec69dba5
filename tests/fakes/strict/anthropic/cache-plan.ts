import { canonical } from '../core/canonical.ts';
import { type CachedPrefix, type CachePlan, prefixKeys } from '../core/prefix-cache.ts';
import { charsPerToken, countedText, tokensIn } from '../core/tokens.ts';
import type { MessagesRequest } from './request-schema.ts';
import { type CheckedMessages, placedBlocks } from './turns.ts';

/*
 * Caching by marks: the prompt up to a marked block is written, if it has the model's minimum of tokens. A mark reads the
 * longest entry that ends at one of the 20 blocks up to it. Order: tools, system, messages. Changed thinking, effort or
 * tool choice leaves tools and system cached, and not the messages.
 * Source: https://github.com/anthropics/skills, skills/claude-api/shared/prompt-caching.md.
 */
export function planMarkedCache({ body, model, server }: CheckedMessages): CachePlan {
  const pieces = piecesOf(body);
  const settings = canonical([body.thinking ?? null, body.output_config ?? null, body.tool_choice ?? null]);
  const keys = prefixKeys(
    `${server.apiKey} ${body.model}`,
    pieces.map(({ text, isMessage }, index) => (isMessage && !pieces[index - 1]?.isMessage ? settings + text : text)),
  );
  let chars = 0;
  const tokens = pieces.map(({ text }) => {
    chars += text.length;
    return Math.ceil(chars / charsPerToken);
  });
  const marked = marksOf(body, pieces);
  const longEnough = marked.filter(({ index }) => (tokens[index] ?? 0) >= model.minCacheTokens);
  const readable = longEnough
    .toReversed()
    .flatMap(({ index }) => keys.slice(Math.max(0, index - lookback + 1), index + 1).toReversed());
  const read = server.cache.read(readable);
  const writes: CachedPrefix[] = longEnough.flatMap(({ index, ttlMs }) => {
    const [key, count] = [keys[index], tokens[index]];
    return key === undefined || count === undefined ? [] : [{ key, tokens: count, ttlMs }];
  });
  const written = Math.max(0, (writes.at(-1)?.tokens ?? 0) - read);
  return { total: tokens.at(-1) ?? 0, read, written, begin: server.cache.prepare(writes) };
}

export function promptTokens(body: MessagesRequest): number {
  return tokensIn(
    piecesOf(body)
      .map(({ text }) => text)
      .join(''),
  );
}

interface Piece {
  text: string;
  isMessage: boolean;
  mark: { ttl?: '5m' | '1h' | undefined } | null | undefined;
}

function piecesOf(body: MessagesRequest): Piece[] {
  const system = typeof body.system === 'string' ? [{ type: 'text', text: body.system }] : (body.system ?? []);
  const pieces: Piece[] = [...(body.tools ?? []), ...system].map((block) => toPiece(block, false));
  return [...pieces, ...placedBlocks(body).map(({ block, role }) => toPiece({ role, ...block }, true))];
}

function toPiece(block: object, isMessage: boolean): Piece {
  const { cache_control: mark, ...content } = block as { cache_control?: Piece['mark'] };
  return { text: countedText(content), isMessage, mark };
}

/** Marked blocks, with the automatic mark on the last one. */
function marksOf(body: MessagesRequest, pieces: readonly Piece[]): { index: number; ttlMs: number }[] {
  return pieces.flatMap(({ mark }, index) => {
    const one = mark ?? (index === pieces.length - 1 ? body.cache_control : null);
    return one ? [{ index, ttlMs: one.ttl === '1h' ? 3_600_000 : 300_000 }] : [];
  });
}

const lookback = 20;
