/*
 * Text on its way to a terminal. What models and tools write may hold escape sequences, line breaks and marks that turn
 * the direction of a whole line; none of them may reach the screen.
 */

/** One line, without anything that moves the cursor or the reading direction. */
export function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}

/** Several lines: breaks and tabs stay. */
export function withoutControls(text: string): string {
  return text.replace(escapeSequences, '').replace(controls, '');
}

/** As many columns as a terminal gives it. */
export function widthOf(text: string): number {
  const plain = text.replace(paint, '');
  if (/^[\x20-\x7e]*$/.test(plain)) return plain.length;
  let width = 0;
  for (const { segment } of graphemes.segment(plain)) width += graphemeWidth(segment);
  return width;
}

/** At most so many columns; what is cut off shows as an ellipsis. Not for painted text. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += graphemeWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return columns > 0 ? `${kept}…` : '';
}

/** Lines of at most so many columns, broken between words where there is a place for it. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line.replaceAll('\t', '  '), Math.max(columns, 2)));
}

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<= )/)) {
    if (widthOf(current) + widthOf(word.trimEnd()) <= columns) {
      current += word;
      continue;
    }
    if (current !== '') lines.push(current.trimEnd());
    const pieces = splitWord(word, columns);
    lines.push(...pieces.slice(0, -1));
    current = pieces.at(-1) ?? '';
  }
  return [...lines, current.trimEnd()];
}

function splitWord(word: string, columns: number): string[] {
  const pieces = [''];
  for (const { segment } of graphemes.segment(word)) {
    const last = pieces.at(-1) ?? '';
    if (widthOf(last) + graphemeWidth(segment) <= columns || segment === ' ')
      pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
}

function graphemeWidth(grapheme: string): number {
  if (/^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** East Asian wide and full-width characters, and what is drawn as a coloured picture. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\ufe0f|\p{Emoji_Presentation}/u;

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: these are what is looked for
const paint = /\x1b\[[\d;]*m/g;
/** Sequences of the terminal: CSI, OSC up to its end, and the short ones. */
const escapeSequences =
  /(?:\x1b\[|\x9b)[\d;:<=>?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]/g;
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: these are what is looked for
