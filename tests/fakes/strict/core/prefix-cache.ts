import { digest } from './seal.ts';

/*
 * The prompt cache of a service. An entry stands for one prefix; it is written when the response to its request begins,
 * so that requests side by side do not read from one another. A read makes it live longer.
 */
export interface CachedPrefix {
  key: string;
  tokens: number;
  ttlMs: number;
}

export class PrefixCache {
  readonly #entries = new Map<string, { tokens: number; ttlMs: number; expiresAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The tokens of the longest prefix that is there; `keys` from the longest to the shortest. */
  read(keys: readonly string[]): number {
    for (const key of keys) {
      const entry = this.#entries.get(key);
      if (!entry || entry.expiresAt <= this.#now()) continue;
      entry.expiresAt = this.#now() + entry.ttlMs;
      return entry.tokens;
    }
    return 0;
  }

  /** To be called when the request arrives; the result, when its response begins. */
  prepare(prefixes: readonly CachedPrefix[]): () => void {
    const startedAt = this.#now();
    return () => {
      for (const { key, tokens, ttlMs } of prefixes)
        this.#entries.set(key, { tokens, ttlMs, expiresAt: startedAt + ttlMs });
    };
  }
}

/** Keys of the prompt up to the end of each piece. `scope` holds all that must be equal besides: model, key, route. */
export function prefixKeys(scope: string, pieces: readonly string[]): string[] {
  let key = digest(scope);
  return pieces.map((piece) => {
    key = digest(key, piece);
    return key;
  });
}

/** Tokens of one request by how they were served. `total` holds all of them. */
export interface InputCount {
  total: number;
  read: number;
  written: number;
}

export interface CachePlan extends InputCount {
  /** Makes what was written readable. */
  begin(): void;
}

/** Services that cache by themselves: the longest common prefix of whole steps, from a minimum on. */
export function planAutomatic(
  cache: PrefixCache,
  { scope, text, stepChars, minChars, ttlMs, charsPerToken }: AutomaticOptions,
): CachePlan {
  const total = Math.ceil(text.length / charsPerToken);
  const steps = Array.from({ length: Math.floor(text.length / stepChars) }, (_, index) =>
    text.slice(index * stepChars, (index + 1) * stepChars),
  );
  const prefixes = prefixKeys(scope, steps)
    .map((key, index) => ({ key, tokens: ((index + 1) * stepChars) / charsPerToken, ttlMs }))
    .filter(({ tokens }) => tokens * charsPerToken >= minChars);
  const read = cache.read(prefixes.map(({ key }) => key).reverse());
  return { total, read, written: 0, begin: cache.prepare(prefixes) };
}

interface AutomaticOptions {
  scope: string;
  text: string;
  stepChars: number;
  minChars: number;
  ttlMs: number;
  charsPerToken: number;
}
