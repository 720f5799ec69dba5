/**
 * A title from a person's text: its first words without Markdown marks, to the end of a sentence if that comes soon
 * enough, else to the end of a word.
 */
export function titleOf(text: string): string {
  const line = firstLine(text);
  if (characters(line).length <= maxTitleChars) return withoutFullStop(line);
  const sentence = firstSentence(line);
  return sentence ?? `${cutAtWord(line)}…`;
}

/** The first line with text, not a fence or a rule. */
function firstLine(text: string): string {
  for (const whole of text.slice(0, maxTextChars).split('\n')) {
    const line = whole.slice(0, maxLineChars);
    const plain = withoutMarks(line);
    if (/[\p{L}\p{N}]/u.test(plain) && !/^\s*(```|~~~)/.test(line)) return plain;
  }
  return withoutMarks(text.trim().slice(0, maxLineChars).split('\n', 1)[0] ?? '');
}

function withoutMarks(line: string): string {
  return line
    .replace(/^\s*(>\s*)*(#{1,6}\s+|[-*+]\s+(\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)?/, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replace(/`+([^`]+)`+/g, '$1')
    .replace(/\s#+\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A sentence that is neither cut nor too short to mean anything (`Hi.`); its period is no part of a title. */
function firstSentence(line: string): string | null {
  for (const { index, 0: mark } of line.matchAll(/[.!?…。？！]+(?=\s)/gu)) {
    const sentence = line.slice(0, index + mark.length);
    const { length } = characters(sentence);
    if (length > maxTitleChars) return null;
    if (length >= minSentenceChars) return withoutFullStop(sentence);
  }
  return null;
}

function withoutFullStop(sentence: string): string {
  return sentence.replace(/(?<=[\p{L}\p{N})])\.$/u, '');
}

/** Cuts inside a word where there are no spaces, but never inside a character. */
function cutAtWord(line: string): string {
  const head = characters(line).slice(0, maxTitleChars - 1);
  const cut = head.join('');
  const space = cut.lastIndexOf(' ');
  const kept = line.startsWith(`${cut} `) || space < cut.length / 2 ? cut : cut.slice(0, space);
  return kept.replace(/[\s,;:.–—-]+$/u, '');
}

/** As a person counts them: several code points that form one character count as one, within a limit. */
function characters(text: string): string[] {
  return [...graphemes.segment(text)].flatMap(({ segment }) =>
    segment.length > maxCharacterUnits ? [...segment] : segment,
  );
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const maxTitleChars = 80;
const minSentenceChars = 20;
const maxCharacterUnits = 16;
const maxLineChars = 1000;
const maxTextChars = 20_000;
