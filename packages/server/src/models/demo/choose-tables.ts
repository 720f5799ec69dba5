import { contentWords } from './lexicon.ts';
import { type Match, matchQuestion, unknownWords } from './match.ts';
import type { Details } from './replies.ts';
import type { Word } from './words.ts';

export type Choice =
  | { kind: 'tables'; matches: Match[]; caveats: string[] }
  | { kind: 'unsure'; titles: string[] }
  | { kind: 'nothing'; problem: string };

/** The table that explains most of the question, then any other that names a measure which the first one lacks. */
export function chooseTables(words: Word[], candidates: Details[]): Choice {
  const matches = candidates
    .map((details) => matchQuestion(words, details))
    .sort((left, right) => right.score - left.score || right.known.size - left.known.size);
  const [best, second] = matches;
  if (!best) return { kind: 'nothing', problem: 'The catalogue has no dataset about it.' };
  const topicWords = contentWords(words).filter(({ index }) => !isPlace(best, index, words));
  const explained = topicWords.filter(({ index }) => matches.some((match) => match.topics.has(index)));
  if (topicWords.length > 0 && explained.length * 2 < topicWords.length) {
    const missing = topicWords.filter((word) => !explained.includes(word)).map(({ raw }) => raw);
    return { kind: 'nothing', problem: `The catalogue has nothing about ${missing.join(', ')}.` };
  }
  if (
    second &&
    best.score === second.score &&
    best.known.size === second.known.size &&
    isSame(best.topics, second.topics)
  ) {
    return {
      kind: 'unsure',
      titles: matches.filter(({ score }) => score === best.score).map(({ details }) => details.title),
    };
  }
  const chosen = [best];
  for (const match of matches.slice(1)) {
    const adds =
      match.measures.length > 0 && [...match.topics].some((index) => chosen.every(({ known }) => !known.has(index)));
    if (adds) chosen.push(match);
  }
  return withCaveats(words, chosen);
}

function withCaveats(words: Word[], matches: Match[]): Choice {
  const { names, others } = unknownWords(words, new Set(matches.flatMap(({ known }) => [...known])));
  const hasPlace = matches.some(({ chosen }) => chosen.length > 0);
  if (names.length > 0 && !hasPlace) {
    const titles = matches.map(({ details }) => `"${details.title}" has ${placesIn(details)}`).join('; ');
    return { kind: 'nothing', problem: `There is nothing about ${names.join(', ')}: ${titles}.` };
  }
  const caveats = [
    ...(names.length > 0 ? [`Note: there is nothing in the data about ${names.join(', ')}.`] : []),
    ...(others.length > 0
      ? [`Note: the data does not speak of ${others.join(', ')}; this is the nearest that it has.`]
      : []),
  ];
  return { kind: 'tables', matches, caveats };
}

function placesIn({ columns }: Details): string {
  const [place] = columns.filter(({ role }) => role === 'place');
  return place ? place.values.join(', ') : 'no places';
}

function isPlace(match: Match, index: number, words: Word[]): boolean {
  const isValue = match.known.has(index) && !match.topics.has(index);
  return isValue || unknownWords(words, match.known).names.includes(words[index]?.raw ?? '');
}

function isSame(left: Set<number>, right: Set<number>): boolean {
  return left.symmetricDifference(right).size === 0;
}
