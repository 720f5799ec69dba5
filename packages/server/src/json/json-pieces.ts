/**
 * The text of `JSON.stringify`, in pieces of about `pieceChars` characters, so that its writer can do other work between
 * two of them. For plain data, as it comes from a store.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  let piece = '';
  for (const part of partsOf(value)) {
    piece += part;
    if (piece.length < pieceChars) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Whether its JSON is longer than a piece or two. */
export function isLargeJson(value: unknown): boolean {
  return leftAfter(value, pieceChars) < 0;
}

function* partsOf(value: unknown): Generator<string> {
  if (!isLargeJson(value)) yield JSON.stringify(value);
  else if (typeof value === 'string') yield* stringParts(value);
  else if (Array.isArray(value)) yield* listParts(value);
  else yield* objectParts(value as object);
}

function* listParts(values: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const value of values) {
    yield before;
    yield* partsOf(value ?? null);
    before = ',';
  }
  yield ']';
}

function* objectParts(value: object): Generator<string> {
  let before = '{';
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* partsOf(field);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* stringParts(text: string): Generator<string> {
  yield '"';
  for (const part of textPieces(text)) yield JSON.stringify(part).slice(1, -1);
  yield '"';
}

/** A long text in pieces, without half a character at the end of one. */
export function* textPieces(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = Math.min(from + pieceChars, text.length);
    const isHalf = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    yield text.slice(from, isHalf ? end + 1 : end);
    from = isHalf ? end + 1 : end;
  }
}

/** The rest of a number of characters after those of a value, about; negative as soon as there are not enough. */
function leftAfter(value: unknown, chars: number): number {
  if (typeof value === 'string') return chars - value.length - 2;
  if (typeof value !== 'object' || value === null) return chars - 4;
  let left = chars - 2;
  for (const name in value) {
    left = leftAfter((value as Record<string, unknown>)[name], left - (Array.isArray(value) ? 1 : name.length + 4));
    if (left < 0) return left;
  }
  return left;
}

const pieceChars = 64 * 1024;
