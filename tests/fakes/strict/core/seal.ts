import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/*
 * Signatures of the strict fakes: base64 of [payload, HMAC]. The payload says what was signed, so that a server needs
 * no memory of the conversation, and a new process with the same key accepts what an old one has signed.
 */
export interface Sealed {
  /** Anthropic's thinking, OpenAI's reasoning, Gemini's parts, search results: one kind is never taken for another. */
  kind: string;
  model: string;
  /** The response that it came in. */
  response: string;
  /** Its place among the sealed blocks of that response. */
  ordinal: number;
  /** Digest of the block's content. */
  content: string;
  /** Digest of the sealed blocks before it in the same turn. */
  chain: string;
  /** Digest of the prompt before it. */
  prefix: string;
}

export interface Seals {
  seal(sealed: Sealed): string;
  /** Returns null when it was altered, or sealed with another key. */
  open(signature: string): Sealed | null;
  /** An id that holds the same key's mark, so that ids of other servers are told apart. */
  id(prefix: string, ...parts: readonly (string | number)[]): string;
}

export function createSeals(key: string): Seals {
  const mark = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    seal(sealed) {
      const payload = JSON.stringify(sealed);
      return Buffer.from(JSON.stringify([payload, mark(payload).toString('hex')])).toString('base64');
    },
    open(signature) {
      const parts = partsOf(signature);
      if (parts === null) return null;
      const expected = mark(parts.payload);
      const given = Buffer.from(parts.mac, 'hex');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return JSON.parse(parts.payload) as Sealed;
    },
    id: (prefix, ...parts) => `${prefix}${mark(parts.join('\n')).toString('hex').slice(0, 24)}`,
  };
}

export function digest(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex').slice(0, 16);
}

function partsOf(signature: string): { payload: string; mac: string } | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(signature, 'base64').toString());
    if (!Array.isArray(parts) || parts.length !== 2) return null;
    const [payload, mac] = parts;
    // A changed character may leave the decoded bytes as they are; the text itself must be the one that was given.
    if (typeof payload !== 'string' || typeof mac !== 'string') return null;
    return Buffer.from(JSON.stringify(parts)).toString('base64') === signature ? { payload, mac } : null;
  } catch {
    return null;
  }
}
