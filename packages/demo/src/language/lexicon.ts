import lists from './lexicon.json' with { type: 'json' };
import { formsOf, type QuestionWord } from './words.ts';

/*
 * Words that the rules know. Every other word in a question is a topic, a place or a name, and only the catalog defines
 * it. `higher` and `lower` rank after "which", else they ask for a difference; `empty` words carry no topic.
 */
type Meaning = keyof typeof lists;

export const lexicon = Object.fromEntries(
  Object.entries(lists).map(([meaning, words]) => [meaning, new Set([words].flat().flatMap(formsOf))]),
) as Record<Meaning, Set<string>>;

const { greeting: _greeting, thanks: _thanks, empty: _empty, ...operations } = lexicon;

/** Whether a word is a command or empty, rather than a part of the subject. */
export function isCommon(word: QuestionWord): boolean {
  return hasAny([word], ...Object.values(lexicon));
}

export function isOperation(word: QuestionWord): boolean {
  return hasAny([word], ...Object.values(operations));
}

export function isNumeric(word: QuestionWord): boolean {
  return /^\p{N}+$/u.test(word.form);
}

/** The words that a question is about: topics, places, names. */
export function contentWords(words: QuestionWord[]): QuestionWord[] {
  return words.filter((word) => !isCommon(word) && !isNumeric(word));
}

export function hasAny(words: QuestionWord[], ...sets: Set<string>[]): boolean {
  return words.some((word) => sets.some((set) => set.has(word.form)));
}
