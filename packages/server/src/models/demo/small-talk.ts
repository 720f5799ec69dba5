import { contentWords, hasAny, lexicon } from './lexicon.ts';
import { readExpression } from './wish.ts';
import { readWords } from './words.ts';

/** The reply to a greeting, to thanks or to a question about the model itself; null when there is something to do. */
export function smallTalk(text: string): string | null {
  if (asksAboutMe.test(text)) return aboutMe;
  const words = readWords(text);
  if (contentWords(words).length > 0 || words.some(({ form }) => /\d/.test(form))) return null;
  if (hasAny(words, lexicon.greeting)) return `Hello! ${aboutMe}`;
  return hasAny(words, lexicon.thanks) && !hasAny(words, lexicon.choice)
    ? 'You are welcome. Ask me for another figure whenever you like.'
    : null;
}

/** Whether a text names nothing that could be looked up. */
export function isUnclear(text: string): boolean {
  return contentWords(readWords(text)).length === 0 && readExpression(text) === null;
}

export const aboutMe =
  'I am the demo model of Retinue: I follow rules and understand only simple questions about the sample catalogue. ' +
  'Ask me to look up, compare, rank, total or average its figures, for instance: ' +
  '"How did electric car registrations change between 2019 and 2023 in Norway and Germany?"';

const asksAboutMe =
  /\b(?:who|what) are you\b|\bwhat (?:can|do) you do\b|\bhow do you work\b|\bare you (?:an? |the )?(?:ai|bot|robot|human|person|real|model|llm|demo)\b|\byour name\b|\bwhat is this\b\W*$/i;
