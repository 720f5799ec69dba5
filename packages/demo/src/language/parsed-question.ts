import { inEnglish } from './hebrew/translate.ts';
import { hasAny, lexicon } from './lexicon.ts';
import { type Language, languageOf, type QuestionWord, readWords } from './words.ts';
import { readYears, type YearSelection } from './years.ts';

export type TableOperation = 'value' | 'total' | 'average' | 'change' | 'rank' | 'rank-change' | 'difference';
type Direction = 'highest' | 'lowest' | 'best' | 'worst';

/** A question as its text alone describes it. */
export interface ParsedQuestion {
  language: Language;
  /** With its command words in English, whatever the language. */
  text: string;
  words: QuestionWord[];
  operation: TableOperation;
  direction: Direction;
  /** Whether an average was requested, in addition to the operation. */
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

/** Whether it takes more than a lookup. */
export function needsCalculation(parsed: ParsedQuestion): boolean {
  return parsed.operation !== 'value' || readExpression(parsed.text) !== null;
}

/** An arithmetic expression in the text, if there is one with an operator in it. */
export function readExpression(text: string): string | null {
  const found = /[\d(][\d\s.()+\-*/^%×÷−]*[\d)]/.exec(text)?.[0].trim();
  if (!found || !/[\d)]\s*[-+*/^×÷−]\s*[\d(−-]/.test(found)) return null;
  return /^(?:19|20)\d\d\s*[-−]\s*(?:19|20)\d\d$/.test(found) ? null : found;
}

function operationOf(words: QuestionWord[], text: string): TableOperation {
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
