import { withoutControls } from './plain-text.ts';

/**
 * A long text without controls, in pieces. No piece ends inside a terminal sequence or a character, so the pieces together
 * are what `withoutControls` returns for the whole text.
 */
export function* cleanPieces(text: string, pieceChars = 64 * 1024): Generator<string> {
  let [from, chars] = [0, pieceChars];
  while (from < text.length) {
    const piece = text.slice(from, from + chars);
    const isLast = from + chars >= text.length;
    const end = isLast ? piece.length : Math.min(startOfOpenCommand(piece), startOfOpenCode(piece), evenEnd(piece));
    // One sequence fills the piece: its end is further on.
    if (end === 0) chars *= 2;
    else {
      yield withoutControls(piece.slice(0, end));
      from += end;
      chars = pieceChars;
    }
  }
}

/** The place of a command (OSC) without its end. Any of its ends would be after it. */
function startOfOpenCommand(piece: string): number {
  const lastEnd = Math.max(...['\x07', '\x1b', '\x9c'].map((end) => piece.lastIndexOf(end)), 0);
  const open = piece.startsWith('\x1b]', lastEnd) ? lastEnd : piece.indexOf('\x9d', lastEnd);
  return open < 0 ? piece.length : open;
}

/** The place of any other sequence that may continue: its start, and nothing after it but parameters. */
function startOfOpenCode(piece: string): number {
  let start = piece.length;
  while (start > 0 && isParameter(piece.charCodeAt(start - 1))) start -= 1;
  if (piece.startsWith('\x1b[', start - 2)) return Math.max(0, start - 2);
  const before = piece[start - 1];
  return before === '\x1b' || before === '\x9b' ? start - 1 : piece.length;
}

function isParameter(code: number): boolean {
  return code >= 0x20 && code <= 0x3f;
}

function evenEnd(piece: string): number {
  return /[\uD800-\uDBFF]$/.test(piece) ? piece.length - 1 : piece.length;
}
