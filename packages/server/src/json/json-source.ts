import { JsonProblem } from './json-problem.ts';
import type { Pauser } from './pauser.ts';

export interface JsonBounds {
  /** Bound of the whole input. */
  bytes: number;
  /** Values at any level, in the whole input and in one value that is parsed at once. */
  nodes: number;
  valueNodes: number;
  nesting: number;
}

/**
 * JSON as it arrives, byte by byte. Values are cut out whole and parsed one at a time; each is bounded in bytes, nodes and
 * nesting before it is parsed, so a hostile file costs no more than its first value that is too large.
 */
export class JsonSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #bounds: JsonBounds;
  readonly #pauser: Pauser;
  #piece: Uint8Array = new Uint8Array();
  #at = 0;
  #bytes = 0;
  #nodes = 0;

  constructor(pieces: AsyncIterable<Uint8Array>, bounds: JsonBounds, pauser: Pauser) {
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#bounds = bounds;
    this.#pauser = pauser;
  }

  /** The next byte that is no white space, without taking it; null at the end. */
  async peek(): Promise<number | null> {
    while (true) {
      for (; this.#at < this.#piece.length; this.#at += 1) {
        const byte = this.#piece[this.#at] ?? 0;
        if (!isSpace(byte)) return byte;
      }
      if (!(await this.#more())) return null;
    }
  }

  /** Takes this byte if it is the next one. */
  async take(byte: number): Promise<boolean> {
    if ((await this.peek()) !== byte) return false;
    this.#at += 1;
    return true;
  }

  async expect(byte: number): Promise<void> {
    if (!(await this.take(byte))) throw notJson();
  }

  /** One whole value, parsed. */
  async value(maxBytes: number, maxNodes = this.#bounds.valueNodes): Promise<unknown> {
    await this.#pauser.pause();
    await this.peek();
    const cut = new ValueCut(maxBytes, maxNodes, this.#bounds.nesting);
    const pieces: Uint8Array[] = [];
    while (true) {
      const end = cut.scan(this.#piece, this.#at);
      pieces.push(this.#piece.subarray(this.#at, end.at));
      this.#at = end.at;
      if (end.isWhole) break;
      if (await this.#more()) continue;
      if (!cut.mayEnd) throw notJson();
      break;
    }
    this.#nodes += cut.nodes;
    if (this.#nodes > this.#bounds.nodes) throw tooMany(`more than ${this.#bounds.nodes} JSON values`);
    return parseJson(decode(pieces));
  }

  /** A string of any length, in parts: parsing it whole would block the event loop. */
  async *text(maxBytes: number): AsyncGenerator<string> {
    await this.expect(codes.quote);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let [isEscaped, held, bytes] = [false, '', 0];
    while (true) {
      let end = this.#at;
      for (; end < this.#piece.length; end += 1) {
        const byte = this.#piece[end];
        if (!isEscaped && byte === codes.quote) break;
        isEscaped = !isEscaped && byte === codes.backslash;
      }
      const isLast = end < this.#piece.length;
      bytes += end - this.#at;
      if (bytes > maxBytes) throw tooMany(`a result of more than ${describeBytes(maxBytes)}`);
      held += decodeWith(decoder, this.#piece.subarray(this.#at, end), isLast);
      this.#at = isLast ? end + 1 : end;
      const cut = isLast ? held.length : safeCut(held);
      if (cut > 0) yield parseJson(`"${held.slice(0, cut)}"`) as string;
      held = held.slice(cut);
      if (isLast) return;
      if (!(await this.#more())) throw notJson();
    }
  }

  async #more(): Promise<boolean> {
    await this.#pauser.pause();
    const next = await this.#pieces.next();
    if (next.done) return false;
    this.#piece = next.value;
    this.#at = 0;
    this.#bytes += next.value.length;
    if (this.#bytes > this.#bounds.bytes)
      throw new JsonProblem('too-large', `it is larger than ${describeBytes(this.#bounds.bytes)}`);
    return true;
  }

  /** Reads and discards the rest, so that the sender gets to read the answer. */
  async drain(maxBytes: number): Promise<void> {
    for (let bytes = 0; bytes <= maxBytes; bytes += this.#piece.length) {
      const next = await this.#pieces.next();
      if (next.done) return;
      this.#piece = next.value;
    }
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}

/** Finds the end of one value, across any number of pieces. */
class ValueCut {
  readonly #maxBytes: number;
  readonly #maxNodes: number;
  readonly #nesting: number;
  nodes = 1;
  #bytes = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isScalar = false;

  constructor(maxBytes: number, maxNodes: number, nesting: number) {
    this.#maxBytes = maxBytes;
    this.#maxNodes = maxNodes;
    this.#nesting = nesting;
  }

  /** A number or a word ends where the file does. */
  get mayEnd(): boolean {
    return this.#isScalar;
  }

  scan(piece: Uint8Array, from: number): { at: number; isWhole: boolean } {
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === codes.backslash) this.#isEscaped = true;
        else if (byte === codes.quote) {
          this.#isInString = false;
          if (this.#depth === 0) return this.#end(at + 1, from);
        }
      } else if (this.#isScalar) {
        if (byte === codes.comma || byte === codes.endObject || byte === codes.endArray || isSpace(byte))
          return this.#end(at, from);
      } else if (this.#step(byte)) return this.#end(at + 1, from);
    }
    this.#end(piece.length, from);
    return { at: piece.length, isWhole: false };
  }

  /** Whether the value ends with this byte. */
  #step(byte: number): boolean {
    if (byte === codes.quote) this.#isInString = true;
    else if (byte === codes.object || byte === codes.array) {
      this.#depth += 1;
      this.#count();
      if (this.#depth > this.#nesting) throw tooMany(`JSON nested more than ${this.#nesting} levels deep`);
    } else if (byte === codes.comma) this.#count();
    else if (byte === codes.endObject || byte === codes.endArray) {
      this.#depth -= 1;
      return this.#depth <= 0;
    } else if (this.#depth === 0) this.#isScalar = true;
    return false;
  }

  #count(): void {
    this.nodes += 1;
    if (this.nodes > this.#maxNodes) throw tooMany(`more than ${this.#maxNodes} JSON values in one`);
  }

  #end(at: number, from: number): { at: number; isWhole: true } {
    this.#bytes += at - from;
    if (this.#bytes > this.#maxBytes) throw tooMany(`a value of more than ${describeBytes(this.#maxBytes)}`);
    return { at, isWhole: true };
  }
}

export const codes = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  object: 0x7b,
  endObject: 0x7d,
  array: 0x5b,
  endArray: 0x5d,
};

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The length that can be parsed before the rest arrives: no half of an escape, no half of a character. */
function safeCut(text: string): number {
  const halfEscape = /(?<!\\)(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)$/.exec(text.slice(-64))?.[1] ?? '';
  const cut = text.length - halfEscape.length;
  const lastEscape = /\\u[dD][89abAB][0-9a-fA-F]{2}$/.exec(text.slice(Math.max(0, cut - 6), cut))?.[0] ?? '';
  if (lastEscape) return cut - lastEscape.length;
  const last = text.charCodeAt(cut - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut - 1 : cut;
}

function decode(pieces: readonly Uint8Array[]): string {
  const [only] = pieces;
  const bytes = pieces.length === 1 && only ? only : Buffer.concat(pieces);
  return decodeWith(wholeDecoder, bytes, true);
}

/** For whole values, which leave no state in it: a decoder for each value would cost more than the value. */
const wholeDecoder = new TextDecoder('utf-8', { fatal: true });

function decodeWith(decoder: TextDecoder, bytes: Uint8Array, isLast: boolean): string {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch {
    throw new JsonProblem('bad-json', 'it is not UTF-8');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

export function notJson(): JsonProblem {
  return new JsonProblem('bad-json', 'it is not JSON, or was cut off');
}

function tooMany(what: string): JsonProblem {
  return new JsonProblem('too-many', `it has ${what}`);
}

function describeBytes(bytes: number): string {
  return bytes >= mebibyte ? `${Math.round(bytes / mebibyte)} MB` : `${bytes} bytes`;
}

const mebibyte = 1024 * 1024;
