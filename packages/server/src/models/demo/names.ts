import { isCommon } from './lexicon.ts';
import { readWords } from './words.ts';

/** Names that stand together: "Norway", or "Norway, Sweden and the Netherlands". */
export interface NameList {
  names: string[];
  start: number;
  end: number;
}

/** Lists of names in a text, by their capital letters. A common word that opens a sentence is no name. */
export function findNames(text: string): NameList[] {
  const lists: NameList[] = [];
  for (const match of withSmallOpenings(text).matchAll(listPattern)) {
    const names = match[0]
      .split(separatorPattern)
      .map((name) => name.trim())
      .filter(Boolean);
    if (names.every(isName)) lists.push({ names, start: match.index, end: match.index + match[0].length });
  }
  return lists;
}

export function allNames(text: string): string[] {
  return findNames(text).flatMap(({ names }) => names);
}

// A name with a digit in it, such as NO2, is a measure and no place.
const name =
  "(?<![\\p{L}\\p{N}])\\p{Lu}[\\p{L}\\p{M}'’-]*(?![\\p{L}\\p{N}])(?: \\p{Lu}[\\p{L}\\p{M}'’-]*(?![\\p{L}\\p{N}]))*";
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
