import { contentWords, isCommon, isNumeric, lexicon } from '../language/lexicon.ts';
import { findPhrase, formsOf, type QuestionWord } from '../language/words.ts';
import type { ColumnDetails, Details } from './replies.ts';

/** The meaning of a question's words in one table. */
export interface Match {
  details: Details;
  measures: ColumnDetails[];
  /** The values that the question names, by column. */
  chosen: { column: ColumnDetails; values: string[] }[];
  /** Columns that the question names: "which city". */
  named: ColumnDetails[];
  /** Columns that need a row each: "by country". */
  each: ColumnDetails[];
  /** Indexes of the words that are topics of this table, and of all words that it knows. */
  topics: Set<number>;
  known: Set<number>;
  score: number;
}

function matchQuestion(words: QuestionWord[], details: Details): Match {
  const phrases = phrasesOf(details).sort((left, right) => right.forms.length - left.forms.length);
  const taken = new Set<number>();
  const hits: Hit[] = [];
  for (const phrase of phrases) {
    for (const at of findPhrase(words, phrase.forms)) {
      const places = placesOf({ ...phrase, at });
      if (places.some((place) => taken.has(place))) continue;
      for (const place of places) taken.add(place);
      hits.push({ ...phrase, at });
    }
  }
  hits.sort((left, right) => left.at - right.at);
  const named = hits.filter(({ kind }) => kind === 'name');
  const eachNamed = named.filter(({ at }) => lexicon.each.has(words[at - 1]?.form ?? ''));
  const subjects = hits.filter(
    (hit) => hit.kind === 'measure' || (hit.kind === 'value' && hit.column.role === 'category'),
  );
  const topics = new Set([
    ...subjects.flatMap(placesOf),
    ...wordsIn(words, [details.title, ...details.keywords, ...measureTexts(details)]),
  ]);
  const told = wordsIn(words, [details.description]);
  const hasPlace = hits.some(({ kind, column }) => kind === 'value' && column.role === 'place');
  return {
    details,
    measures: unique(hits.filter(({ kind }) => kind === 'measure').map(({ column }) => column)),
    chosen: chosenValues(details, hits),
    named: unique(named.map(({ column }) => column)),
    each: unique(eachNamed.map(({ column }) => column)),
    topics,
    known: new Set([...topics, ...taken, ...told]),
    // Prefers the table that has the place to another with the same measure.
    score: topics.size + subjects.length + (hasPlace ? 0.5 : 0),
  };
}

/** The tables by how well they fit a question, the best first. */
export function rankTables(words: QuestionWord[], candidates: Details[]): Match[] {
  return candidates
    .map((details) => matchQuestion(words, details))
    .sort((left, right) => right.score - left.score || right.known.size - left.known.size);
}

/** Names and other words that the tables do not know. */
export function unknownWords(words: QuestionWord[], known: Set<number>): { names: string[]; others: string[] } {
  const unknown = contentWords(words).filter(({ index }) => !known.has(index));
  const isName = (word: QuestionWord) =>
    (/^\p{Lu}/u.test(word.raw) && !word.opensSentence) ||
    /^(?:in|at)$/.test(words[word.index - 1]?.form ?? '') ||
    /^ו?ב[א-ת]/.test(word.raw);
  const [names, others] = [unknown.filter(isName), unknown.filter((word) => !isName(word))];
  return { names: unique(names.map(({ raw }) => raw)), others: unique(others.map(({ raw }) => raw)) };
}

interface Phrase {
  forms: string[];
  column: ColumnDetails;
  kind: 'measure' | 'name' | 'value';
  value: string;
}

type Hit = Phrase & { at: number };

function phrasesOf({ columns }: Details): Phrase[] {
  return columns.flatMap((column): Phrase[] => {
    const kind = column.role === 'measure' ? 'measure' : 'name';
    const values = column.values.flatMap((value) =>
      [value, ...(column.aliases[value] ?? [])].map((name) => ({ name, kind: 'value' as const, value })),
    );
    const names = namesOf(column).map((name) => ({ name, kind, value: '' }) as const);
    return [...names, ...values].map(({ name, ...phrase }) => ({ ...phrase, forms: formsOf(name), column }));
  });
}

function namesOf({ name, title, alsoCalled }: ColumnDetails): string[] {
  return [title, name.replaceAll('_', ' '), ...alsoCalled];
}

function measureTexts({ columns }: Details): string[] {
  return columns.filter(({ role }) => role === 'measure').flatMap(namesOf);
}

function wordsIn(words: QuestionWord[], texts: string[]): number[] {
  const forms = new Set(texts.flatMap(formsOf));
  return words
    .filter((word) => !isCommon(word) && !isNumeric(word) && word.stems.some((stem) => forms.has(stem)))
    .map(({ index }) => index);
}

function placesOf({ forms, at }: Hit): number[] {
  return forms.map((_, offset) => at + offset);
}

function chosenValues({ columns }: Details, hits: Hit[]): Match['chosen'] {
  const values = hits.filter(({ kind }) => kind === 'value');
  const byColumn = Map.groupBy(values, ({ column }) => column);
  return columns.flatMap((column) => {
    const found = byColumn.get(column);
    return found ? [{ column, values: unique(found.map(({ value }) => value)) }] : [];
  });
}

export function unique<Item>(items: Item[]): Item[] {
  return [...new Set(items)];
}
