/*
 * Words of texts and queries, the same for every store: letters and digits of any script, in lower case, without
 * accents, Hebrew points and Arabic vowels. Scripts without spaces between words are split into characters, so that a
 * part of a sentence is found as a phrase.
 */
export interface Word {
  /** Folded. */
  word: string;
  start: number;
  end: number;
}

export function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: found, index } of text.matchAll(runs)) {
    if (isPlain.test(found)) words.push({ word: fold(found), start: index, end: index + found.length });
    else for (const piece of piecesOf(found, index)) words.push(piece);
  }
  return words;
}

/** Long texts are indexed in sections, each within the limits of every store. */
export function sectionsOf(text: string): string[] {
  if (text.length <= sectionLength) return [text];
  const sections: string[] = [];
  for (let start = 0; start < text.length; ) {
    const whole = text.slice(start, start + sectionLength);
    const isLast = start + sectionLength >= text.length;
    // Not in the middle of a word, unless it never ends.
    const cut = isLast ? whole.length : Math.max(whole.search(/\s\S*$/), 0) || evenLength(whole);
    sections.push(whole.slice(0, cut));
    start += cut;
    if (sections.length === maxSections) break;
  }
  return sections;
}

function* piecesOf(run: string, offset: number): Generator<Word> {
  for (const { 0: found, index } of run.matchAll(pieces)) {
    const word = fold(found);
    if (word !== '') yield { word, start: offset + index, end: offset + index + found.length };
  }
}

function fold(word: string): string {
  const plain = /^[\x20-\x7e]*$/.test(word) ? word : word.normalize('NFKD').replace(accents, '').normalize('NFC');
  // Normalized twice, since lower case can add an accent.
  const folded = plain.toLowerCase().normalize('NFD').replace(accents, '').normalize('NFC').replace(others, asOthers);
  return [...folded.replace(notOfWords, '')].slice(0, maxWordLength).join('');
}

/** The length without half a character at the end. */
function evenLength(text: string): number {
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
}

const spaceless = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}';
const runs = /[\p{L}\p{N}\p{M}]+/gu;
const isPlain = /^[\x21-\x7e]+$/;
const pieces = new RegExp(`[${spaceless}]\\p{M}*|[^${spaceless}]+`, 'gu');
const accents = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g;
const notOfWords = /[^\p{L}\p{N}\p{M}]/gu;

/** Letters that people without the key type as others. */
const otherLetters: Record<string, string> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ς: 'σ',
};
const others = new RegExp(`[${Object.keys(otherLetters).join('')}]`, 'g');
const asOthers = (letter: string) => otherLetters[letter] ?? letter;

const maxWordLength = 60;
const sectionLength = 12_000;
const maxSections = 4096;
