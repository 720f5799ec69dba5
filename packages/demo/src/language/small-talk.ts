import { inEnglish } from './hebrew.ts';
import { contentWords, hasAny, lexicon } from './lexicon.ts';
import { readExpression } from './parsed-question.ts';
import { phrasesFor } from './phrases.ts';
import { readWords } from './words.ts';

/** The reply to a greeting, to thanks or to a question about the model itself; null when there is something to do. */
export function smallTalk(text: string): string | null {
  const phrases = phrasesFor(text);
  if (asksAboutMe.test(text)) return phrases.aboutMe;
  const words = readWords(inEnglish(text));
  if (contentWords(words).length > 0 || words.some(({ form }) => /\d/.test(form))) return null;
  if (hasAny(words, lexicon.greeting)) return `${phrases.hello} ${phrases.aboutMe}`;
  return hasAny(words, lexicon.thanks) && !hasAny(words, lexicon.choice) ? phrases.welcome : null;
}

/** Whether a text names nothing that could be looked up. */
export function isUnclear(text: string): boolean {
  return contentWords(readWords(inEnglish(text))).length === 0 && readExpression(text) === null;
}

const asksAboutMe =
  /\b(?:who|what) are you\b|\bwhat (?:can|do) you do\b|\bhow do you work\b|\bare you (?:an? |the )?(?:ai|bot|robot|human|person|real|model|llm|demo)\b|\byour name\b|\bwhat is this\b\W*$|(?:מי|מה) (?:אתה|את)[\s?!.]*$|מה (?:אתה|את) (?:יודעת?|יכולה?)(?: לעשות)?[\s?!.]*$/i;
