import { inEnglish } from './hebrew.ts';
import { type Language, languageOf } from './language.ts';
import { hasAny, lexicon } from './lexicon.ts';
import { type QuestionWord, readWords } from './words.ts';
import { readYears, type YearSelection } from './years.ts';

export type Operation = 'value' | 'total' | 'average' | 'change' | 'rank' | 'rank-change' | 'difference';
type Direction = 'highest' | 'lowest' | 'best' | 'worst';

/** The request of a question, read from its words alone. */
export interface ParsedQuestion {
  language: Language;
  /** With the words that say what to do in English, whatever the language. */
  text: string;
  words: QuestionWord[];
  operation: Operation;
  direction: Direction;
  /** Whether an average was asked for, whatever else was. */
  averages: boolean;
  years: YearSelection;
}

export function parseQuestion(said: string): ParsedQuestion {
  const text = inEnglish(said);
  const words = readWords(text);
  return {
    language: languageOf(said),
    text,
    words,
    operation: operationOf(words, text),
    direction: directionOf(words),
    averages: hasAny(words, lexicon.average),
    years: readYears(text),
  };
}

/** Whether it takes more than a look-up. */
export function needsCalculation(parsed: ParsedQuestion): boolean {
  return parsed.operation !== 'value' || readExpression(parsed.text) !== null;
}

/** An arithmetic expression in the text, if there is one with an operator in it. */
export function readExpression(text: string): string | null {
  const found = /[\d(][\d\s.()+\-*/^%×÷−]*[\d)]/.exec(text)?.[0].trim();
  if (!found || !/[\d)]\s*[-+*/^×÷−]\s*[\d(−-]/.test(found)) return null;
  return /^(?:19|20)\d\d\s*[-−]\s*(?:19|20)\d\d$/.test(found) ? null : found;
}

function operationOf(words: QuestionWord[], text: string): Operation {
  const asksWhich = hasAny(words, lexicon.choice) || /\b(?:what|when) (?:year|city|country)\b/i.test(text);
  const ranks =
    hasAny(words, lexicon.high, lexicon.low) ||
    (asksWhich && hasAny(words, lexicon.higher, lexicon.lower, lexicon.good, lexicon.bad));
  const changes =
    hasAny(words, lexicon.change, lexicon.rise, lexicon.fall) || /\bover (?:time|the years)\b/i.test(text);
  if (ranks) return changes ? 'rank-change' : 'rank';
  if (changes) return 'change';
  if (hasAny(words, lexicon.difference, lexicon.higher, lexicon.lower)) return 'difference';
  if (hasAny(words, lexicon.average)) return 'average';
  if (hasAny(words, lexicon.total)) return 'total';
  return hasAny(words, lexicon.compare) ? 'difference' : 'value';
}

function directionOf(words: QuestionWord[]): Direction {
  if (hasAny(words, lexicon.good)) return 'best';
  if (hasAny(words, lexicon.bad)) return 'worst';
  if (hasAny(words, lexicon.low, lexicon.lower)) return 'lowest';
  const falls = hasAny(words, lexicon.fall) && !hasAny(words, lexicon.rise);
  return falls ? 'lowest' : 'highest';
}
