import { completedHebrew } from './hebrew-parts.ts';
import { languageOf } from './language.ts';
import { contentWords, isOperation } from './lexicon.ts';
import { allNames, findNames } from './names.ts';
import { smallTalk } from './small-talk.ts';
import { readWords } from './words.ts';
import { replaceYears, yearPhrase } from './years.ts';

/** The last question that was asked, with what it took over from the ones before. */
export function lastQuestion(texts: string[]): string | null {
  return texts.reduce<string | null>(
    (previous, text) => (smallTalk(text) ? previous : completed(text, previous)),
    null,
  );
}

/** "And in Sweden?" asks the previous question about another place. A sub-agent sees only its task, so the task must be complete. */
export function completed(text: string, previous: string | null): string {
  if (!previous) return text;
  if (languageOf(text) === 'hebrew') return completedHebrew(text, previous);
  const words = readWords(text);
  const names = allNames(text);
  const nameForms = new Set(names.flatMap((name) => readWords(name).map(({ form }) => form)));
  const hasTopic = contentWords(words).some(({ form }) => !nameForms.has(form));
  if (hasTopic) return opening.test(text) ? withPlaceAndTime(text, previous) : text;
  const years = yearPhrase(text);
  if (words.some(isOperation)) return `${withoutOperation(previous)}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  if (names.length === 0 && !years) return text;
  const moved = names.length > 0 ? withNames(previous, names) : previous;
  return years ? withYears(moved, years) : moved;
}

/** Names and years of one sentence, for another that has none of its own. */
export function withPlaceAndTime(text: string, source: string): string {
  const names = allNames(text).length > 0 ? [] : allNames(source);
  const years = yearPhrase(text) ? null : yearPhrase(source);
  const additions = [names.length > 0 ? `in ${names.join(' and ')}` : '', years ?? ''].filter(Boolean);
  return [text.replace(/[\s?.!]+$/, ''), ...additions].join(' ');
}

const opening = /^\s*(?:and|or|also|then|what about|how about|now|same for)\b/i;

function withNames(text: string, names: string[]): string {
  const last = findNames(text).at(-1);
  const joined = names.join(' and ');
  if (!last) return `${text.replace(/[\s?.!]+$/, '')} in ${joined}?`;
  return text.slice(0, last.start) + joined + text.slice(last.end);
}

function withYears(text: string, years: string): string {
  return yearPhrase(text) ? replaceYears(text, years) : `${text.replace(/[\s?.!]+$/, '')} ${years}?`;
}

function withoutOperation(text: string): string {
  const words = readWords(text).filter((word) => isOperation(word) && !/^(?:which|who|where)$/.test(word.form));
  return words
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
    .replace(/[\s?.!]+$/, '')
    .replace(/ {2,}/g, ' ');
}
