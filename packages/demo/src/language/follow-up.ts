import { withoutEnd, withPlace, withPlaceAndTime, withYears } from './grammar.ts';
import { completedHebrew } from './hebrew/grammar.ts';
import { contentWords, isOperation } from './lexicon.ts';
import { allNames } from './names.ts';
import { smallTalk } from './request-kind.ts';
import { languageOf, readWords } from './words.ts';
import { yearPattern } from './years.ts';

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
  if (words.some(isOperation)) return `${withoutOperation(previous)}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  const years = yearPattern.exec(text)?.[0];
  const joined = names.join(' and ');
  const moved = joined ? withPlace(previous, joined, `in ${joined}`) : previous;
  if (!years) return joined ? moved : text;
  return withYears(moved, years);
}

const opening = /^\s*(?:and|or|also|then|what about|how about|now|same for)\b/i;

function withoutOperation(text: string): string {
  const words = readWords(text).filter((word) => isOperation(word) && !/^(?:which|who|where)$/.test(word.form));
  const rest = words.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  return withoutEnd(rest).replace(/ {2,}/g, ' ');
}
