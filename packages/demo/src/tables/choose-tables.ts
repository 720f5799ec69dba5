import { contentWords } from '../language/lexicon.ts';
import type { ParsedQuestion } from '../language/parsed-question.ts';
import { phrasesOf } from '../language/phrases.ts';
import type { QuestionWord } from '../language/words.ts';
import { type Match, rankTables, unknownWords } from './match.ts';
import type { Details } from './replies.ts';

export type Choice =
  | { kind: 'tables'; matches: Match[]; caveats: string[] }
  | { kind: 'unsure'; titles: string[] }
  | { kind: 'nothing'; problem: string };

/** The table that explains most of the question, then others with a measure that the first one lacks. */
export function chooseTables({ words, language }: ParsedQuestion, candidates: Details[]): Choice {
  const phrases = phrasesOf(language);
  const matches = rankTables(words, candidates);
  const [best, second] = matches;
  if (!best) return { kind: 'nothing', problem: phrases.nothingAbout(contentWords(words).map(({ raw }) => raw)) };
  const topicWords = contentWords(words).filter(({ index }) => !isPlace(best, index, words));
  const explained = topicWords.filter(({ index }) => matches.some((match) => match.topics.has(index)));
  if (topicWords.length > 0 && explained.length * 2 < topicWords.length) {
    const missing = topicWords.filter((word) => !explained.includes(word)).map(({ raw }) => raw);
    return { kind: 'nothing', problem: phrases.nothingAbout(missing) };
  }
  const isTie = second && best.score === second.score && best.known.size === second.known.size;
  if (isTie && best.topics.symmetricDifference(second.topics).size === 0) {
    const equal = matches.filter(({ score }) => score === best.score);
    return { kind: 'unsure', titles: equal.map(({ details }) => details.title) };
  }
  const chosen = [best];
  for (const match of matches.slice(1)) {
    const adds =
      match.measures.length > 0 && [...match.topics].some((index) => chosen.every(({ known }) => !known.has(index)));
    if (adds) chosen.push(match);
  }
  return judgeTables({ words, language }, chosen);
}

/** Adds caveats for words that the tables do not know. A place that no table has is a problem. */
export function judgeTables(
  { words, language }: Pick<ParsedQuestion, 'words' | 'language'>,
  matches: Match[],
): Exclude<Choice, { kind: 'unsure' }> {
  const phrases = phrasesOf(language);
  const { names, others } = unknownWords(words, new Set(matches.flatMap(({ known }) => [...known])));
  const hasPlace = matches.some(({ chosen }) => chosen.length > 0);
  if (names.length > 0 && !hasPlace) {
    const tables = matches.map(({ details: { title, columns } }) =>
      phrases.placesOf(title, columns.find(({ role }) => role === 'place')?.values ?? []),
    );
    return { kind: 'nothing', problem: phrases.noPlace(names, tables) };
  }
  const titles = matches.map(({ details }) => `"${details.title}"`);
  const caveats = [
    ...(names.length > 0 ? [phrases.unknownPlaces(names)] : []),
    ...(others.length > 0 ? [phrases.closestMatch(others, titles)] : []),
  ];
  return { kind: 'tables', matches, caveats };
}

function isPlace(match: Match, index: number, words: QuestionWord[]): boolean {
  const isValue = match.known.has(index) && !match.topics.has(index);
  return isValue || unknownWords(words, match.known).names.includes(words[index]?.raw ?? '');
}
