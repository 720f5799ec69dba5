import { englishPhrases } from './english-phrases.ts';
import { hebrewPhrases } from './hebrew-phrases.ts';
import { type Language, languageOf } from './language.ts';

/** Everything that the model says, in one language. What is read back from a result is in `marks` of result-text. */
export interface Phrases {
  // Results
  average(title: string): string;
  total(title: string): string;
  everywhere(placeTitle: string): string;
  percentagePoints: string;
  change(told: { name: string; from: Amount; to: Amount; change: string; between: string }): string;
  ranking(told: { name: string; isHighest: boolean; ofChange: boolean; scope: string; list: string }): string;
  entry(name: string, amount: string): string;
  fromTo(from: string, to: string): string;
  levelWith(names: string[]): string;
  next(entries: string[]): string;
  difference(title: string, gap: string, higher: string): string;
  noDifference(title: string): string;
  higherOf(count: number, name: string, gap: string, other: string): string;
  equalHighest(one: string, other: string): string;
  list(names: string[]): string;
  note(words: string): string;
  source(title: string, datasetId: string): string;
  sources(list: string[]): string;
  // Questions that can be asked next
  askHighest(placeTitle: string, measure: string, year: number): string;
  askChange(measure: string, place: string | null, first: number, last: number): string;
  askValue(measure: string, place: string | null, year: number): string;
  askWhatThereIs(topic: string): string;
  // Exploring
  describe(told: { title: string; measures: string[]; places: string; years: string }): string;
  // What went wrong
  nothingAbout(words: string[]): string;
  searchedFor(query: string): string;
  available(titles: string[]): string;
  noPlace(names: string[], tables: string[]): string;
  placesOf(title: string, places: string[]): string;
  noYears(title: string, missing: number[], first: number, last: number): string;
  noFigures(title: string): string;
  gap(names: string[]): string;
  unknownPlaces(names: string[]): string;
  closestMatch(words: string[], titles: string[]): string;
  noReasons: string;
  couldNotAnswer(task: string, reason: string): string;
  toolFailed(tool: string, words: string): string;
  unreadable(tool: string): string;
  noTool(tool: string): string;
  noSubAgents: string;
  noResults: string;
  cannotTell: string;
  noMeans: string;
  // Talking
  aboutMe: string;
  hello: string;
  welcome: string;
  signature: string;
  delegate(agents: string[], parts: number): string;
  readOnly(characters: number): string;
  askTopic: string;
  askWhich: string;
  stillUnsure(titles: string[]): string;
  report(topic: string): string;
}

interface Amount {
  amount: string;
  year: string;
}

const phrases = { english: englishPhrases, hebrew: hebrewPhrases } satisfies Record<Language, Phrases>;

export function phrasesOf(language: Language): Phrases {
  return phrases[language];
}

export function phrasesFor(text: string): Phrases {
  return phrases[languageOf(text)];
}
