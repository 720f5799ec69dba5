import { contentWords, isCommon } from './lexicon.ts';
import { readWords } from './words.ts';

/** Adjacent names: "Norway", or "Norway, Sweden and the Netherlands". */
export interface NameList {
  names: string[];
  start: number;
  end: number;
}

/**
 * Lists of names in a text, by their capital letters. Every sentence opens with one, so a single word there is a name
 * only if it is the whole subject: "Germany?", "Germany in 2020?".
 */
export function findNames(text: string): NameList[] {
  const words = readWords(text);
  const isOpening = (start: number) => words.some((word) => word.start === start && word.opensSentence);
  const isAlone =
    contentWords(words).length === 1 && contentWords(words).every(({ raw, form }) => raw.toLowerCase() === form);
  return findLists(text).filter(({ names, start }) => names.length > 1 || !isOpening(start) || isAlone);
}

function findLists(text: string): NameList[] {
  return [...withSmallOpenings(text).matchAll(listPattern)].flatMap((match) => {
    const names = match[0]
      .split(separatorPattern)
      .map((name) => name.trim())
      .filter(Boolean);
    return names.every(isName) ? [{ names, start: match.index, end: match.index + match[0].length }] : [];
  });
}

export function allNames(text: string): string[] {
  return findNames(text).flatMap(({ names }) => names);
}

// A name with a digit in it, such as NO2, is a measure, not a place.
const name =
  "(?<![\\p{L}\\p{N}])\\p{Lu}[\\p{L}\\p{M}'’-]*(?![\\p{L}\\p{N}])(?: \\p{Lu}[\\p{Ll}\\p{M}'’-]+(?![\\p{L}\\p{N}]))*";
const lead = '(?:the |in the |in )?';
const separator = `(?:, (?:and |or )?|,? (?:and|or|versus|vs\\.?|against) |,? & )`;
const listPattern = new RegExp(`${name}(?:${separator}${lead}${name})*`, 'gu');
const separatorPattern = new RegExp(`${separator}${lead}`, 'u');

function isName(candidate: string): boolean {
  return readWords(candidate).every((word) => !isCommon(word) || word.form === 's');
}

function withSmallOpenings(text: string): string {
  const openings = readWords(text).filter((word) => word.opensSentence && isCommon(word));
  return openings.reduce(
    (small, { start }) => small.slice(0, start) + (small[start] ?? '').toLowerCase() + small.slice(start + 1),
    text,
  );
}
