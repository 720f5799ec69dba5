/** The languages that the rules can read and write. */
export type Language = 'english' | 'hebrew';

/** A place's name in another alphabet does not change the language of a sentence. */
export function languageOf(text: string): Language {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(/[א-ת]/g) > count(/[a-z]/gi) ? 'hebrew' : 'english';
}

/** A word of a text: as written, and in the form in which words are compared. */
export interface QuestionWord {
  raw: string;
  form: string;
  /** The form, and a Hebrew word without the letters that are glued to its front. */
  stems: string[];
  index: number;
  start: number;
  end: number;
  opensSentence: boolean;
}

export function readWords(text: string): QuestionWord[] {
  const words: QuestionWord[] = [];
  let opensSentence = true;
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const gap = text.slice(end, match.index);
    opensSentence ||= /[.?!:;\n"“]/.test(gap) && !/^[.,]$/.test(gap);
    end = match.index + match[0].length;
    const form = formOf(match[0]);
    const place = { index: words.length, start: match.index, end, opensSentence };
    words.push({ raw: match[0], form, stems: stemsOf(form), ...place });
    opensSentence = false;
  }
  return words;
}

/** Indexes of the first word of each occurrence of a phrase. */
export function findPhrase(words: QuestionWord[], phrase: string[]): number[] {
  if (phrase.length === 0) return [];
  return words
    .map((_, index) => index)
    .filter((index) => phrase.every((form, offset) => words[index + offset]?.stems.includes(form)));
}

export function formsOf(text: string): string[] {
  return readWords(text).map(({ form }) => form);
}

/** Small letters, no accents, singular: "Cities" and "city" are one word, and so are "EVs" and "EV". */
function formOf(raw: string): string {
  if (/^\p{Lu}+s$/u.test(raw)) return raw.slice(0, -1).toLowerCase();
  const plain = raw.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  if (plain.length > 4 && plain.endsWith('ies')) return `${plain.slice(0, -3)}y`;
  return plain.length > 3 && plain.endsWith('s') && !plain.endsWith('ss') ? plain.slice(0, -1) : plain;
}

/** "ובחיפה" is "and in Haifa"; only a table can tell whether a front letter belongs to the name. */
function stemsOf(form: string): string[] {
  if (form < 'א') return [form];
  const front = /^[והבלמשכ]{1,3}(?=[א-ת]{2,}$)/.exec(form)?.[0] ?? '';
  return [form, ...Array.from(front, (_, index) => form.slice(index + 1))];
}
