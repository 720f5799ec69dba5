import { inEnglish } from './hebrew/translate.ts';
import { contentWords, hasAny, lexicon } from './lexicon.ts';
import { needsCalculation, parseQuestion, readExpression } from './parsed-question.ts';
import { phrasesFor } from './phrases.ts';
import { readWords } from './words.ts';

/** The kinds of work that a part of a request can be. */
export type Job = 'look-up' | 'calculation' | 'exploration' | 'report' | 'other';

export function jobOf(text: string): Job {
  const english = inEnglish(text);
  if (reports.test(english)) return 'report';
  if (others.test(english)) return 'other';
  const parsed = parseQuestion(text);
  if (parsed.years.kind === 'none' && parsed.operation === 'value' && explores.some((pattern) => pattern.test(english)))
    return 'exploration';
  return needsCalculation(parsed) ? 'calculation' : 'look-up';
}

/** The topic of a report, without the words that request it. */
export function reportTopic(text: string): string {
  const topic = text.replace(asking, '').replace(/[\s.!?]+$/, '');
  return topic.trim() || text;
}

/** The reply to a greeting, to thanks or to a question about the model itself; null for any other text. */
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
const asking =
  /^.*?(?:\b(?:report|briefing|overview|dossier|summary|study|profile|fact ?sheet|plan|research)\b|דו"?ח|סקירה|סיכום)\s*(?:(?:on|about|of|על|של)\s+)?/i;
const product = '(?:report|briefing|overview|dossier|study|profile|summary|fact ?sheet)';
const reports = new RegExp(
  `\\b(?:prepare|write|make|draft|compile|create|produce|put together|give|want|need|like)\\b.{0,40}\\b${product}\\b` +
    `|^\\s*(?:please )?(?:an? )?(?:short |full )?${product} (?:on|about|of|the)\\b|^\\s*(?:please )?(?:plan|research)\\b`,
  'i',
);
const others =
  /\b(?:poem|joke|story|song|essay|e-?mail|letter|code|program|recipe|translate|recommend|advice|should (?:i|we)|why|how (?:do|can) i|how to)\b/i;
const explores = [
  /\b(?:what|which|any|list|show|describe|all)\b(?:\s+[^\s]+){0,3}?\s+(?:data|datasets?|tables?|figures|statistics)\b/i,
  /\b(?:data|datasets?|tables?|catalog(?:ue)?)\b.*\b(?:do you have|have you|is there|are there|there|exists?|available|contains?|covers?)\b/i,
  /\bwhat (?:do you (?:have|know)|have you got|is there|can (?:i|you) (?:ask|tell me))\b.*\b(?:about|on)\b/i,
  /\bwhat the know\b/i,
  /\b(?:what|which)\b.*\bcatalog(?:ue)?\b/i,
  /\b(?:what|which) (?:countries|cities|places|years|measures|columns)\b.*\b(?:data|datasets?|tables?|covered|available)\b/i,
];
