import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** At most so many columns; an ellipsis shows that something is missing. Not for text with colors. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return columns > 0 ? `${kept}…` : '';
}

/** Exactly so many columns. */
export function padded(text: string, columns: number): string {
  const fitted = cut(text, columns);
  return fitted + ' '.repeat(Math.max(0, columns - widthOf(fitted)));
}

/** Lines of at most so many columns, broken between words where possible. Indentation stays. */
export function wrap(text: string, columns: number): string[] {
  const options = { hard: true, trim: false };
  return text.split('\n').flatMap((line) => {
    const [first = '', ...rest] = wrapAnsi(line.replaceAll('\t', '  '), Math.max(columns, 2), options).split('\n');
    return [first.trimEnd(), ...rest.map((one) => one.trim())];
  });
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
