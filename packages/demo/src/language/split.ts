import { completed } from './follow-up.ts';
import { withoutEnd, withPlaceAndTime } from './grammar.ts';
import { findHebrewPlaces, hebrewClauses } from './hebrew/grammar.ts';
import { contentWords, hasAny, lexicon } from './lexicon.ts';
import { allNames, findNames, type NameList } from './names.ts';
import { parseQuestion } from './parsed-question.ts';
import { isUnclear, jobOf } from './request-kind.ts';
import { languageOf, readWords } from './words.ts';
import { yearPattern } from './years.ts';

/** The parts of a request that can run in parallel, each complete in itself. */
export function splitRequest(text: string, previous: string | null): string[] {
  const sentences: string[] = [];
  for (const sentence of sentencesOf(text)) {
    const before = sentences.at(-1);
    if (before && jobOf(before) === 'report' && addsToReport.test(sentence)) {
      sentences.splice(-1, 1, `${before} ${sentence}`);
      continue;
    }
    const whole = completed(sentence, before ?? previous);
    if (!isUnclear(whole) || jobOf(whole) === 'exploration') sentences.push(whole);
  }
  const parts = sentences.flatMap((sentence) =>
    staysWhole(sentence) ? [sentence] : clausesOf(sentence).flatMap(expand),
  );
  return [...new Set((parts.length > maxParts ? sentences : parts).map(tidy))].slice(0, maxParts);
}

const maxParts = 8;
const addsToReport = /^\s*(?:it should|please )?\s*(?:include|cover|focus|add|also|make sure|compare)\b/i;

/** A report is planned by its author, and an overview is one answer. */
function staysWhole(sentence: string): boolean {
  return ['report', 'exploration', 'other'].includes(jobOf(sentence));
}

function sentencesOf(text: string): string[] {
  const lines = text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean);
  let heading = '';
  return lines.flatMap((line) => {
    const item = /^(?:[-*•]|\d+[.)])\s+(.+)$/.exec(line)?.[1];
    if (item) return [isUnclear(heading) ? item : `${heading} ${item}`];
    heading = line.endsWith(':') ? line.slice(0, -1) : '';
    return heading ? [] : line.replace(/\bvs\.\s/gi, 'vs ').split(/(?<=[?!.])\s+|;\s*/);
  });
}

/** "What …, and how …" are two questions, unless the second refers to the first one's answer. */
function clausesOf(sentence: string): string[] {
  if (languageOf(sentence) === 'hebrew') return hebrewClauses(sentence);
  const clauses = sentence.split(/,?\s+and\s+(?=(?:what|which|how|who|where|when|in which)\b)/i);
  const refersBack = clauses
    .slice(1)
    .some(
      (clause) =>
        /\b(?:it|its|they|them|their|that|(?<!\b(?:is|are|was|were) )there)\b/i.test(clause) || isUnclear(clause),
    );
  if (refersBack || clauses.length === 1) return [sentence];
  // A clause with its own year is complete; it leaves the rest out on purpose.
  return clauses.map((clause) => (yearPattern.test(clause) ? clause : withPlaceAndTime(clause, sentence)));
}

function expand(original: string): string[] {
  if (languageOf(original) === 'hebrew') return oneForEach(original, findHebrewPlaces(original)) ?? [original];
  const sentence = original.replace(howCompare, 'Compare $2 in $1');
  const parsed = parseQuestion(sentence);
  const parts = oneForEach(sentence, findNames(sentence));
  if (parts) return parts.map(withoutCompare);
  const compares = hasAny(parsed.words, lexicon.compare);
  const joints = compares ? /,?\s+(?:and|with|to|versus|vs|against)\s+(?!\d)/gi : /,?\s+and\s+(?!\d)/gi;
  const sides = sidesOf(withoutCompare(sentence), joints);
  if (!sides) return [sentence];
  const [left, right] = sides;
  const ownNames = allNames(left).length > 0 && allNames(right).length > 0;
  const [leftWords, rightWords] = sides.map((side) => contentWords(readWords(side)).length);
  const ownTopics = Math.min(leftWords ?? 0, rightWords ?? 0) >= 2;
  const splits = ownTopics && (ownNames || (parsed.operation === 'difference' && compares));
  if (!splits) return [sentence];
  return [withPlaceAndTime(withTrend(left, right), right), withPlaceAndTime(withTrend(right, left), left)];
}

/** "The trend of visits in Cork and rents in Oslo" asks for two trends. */
function withTrend(side: string, other: string): string {
  const isTrend = parseQuestion(other).operation === 'change' && parseQuestion(side).operation === 'value';
  return isTrend ? `${withoutEnd(side)} over time` : side;
}

/** A question for each place of the first list of several; null without one. */
function oneForEach(sentence: string, lists: NameList[]): string[] | null {
  const list = lists.find(({ names }) => names.length > 1);
  if (!list || looksAtAllTogether(sentence)) return null;
  return list.names.map((name) => sentence.slice(0, list.start) + name + sentence.slice(list.end));
}

/** A ranking, a total or a difference needs all its places together. */
function looksAtAllTogether(sentence: string): boolean {
  const { operation, words } = parseQuestion(sentence);
  if (operation === 'rank' || operation === 'rank-change' || operation === 'total') return true;
  return hasAny(words, lexicon.total, lexicon.difference, lexicon.higher, lexicon.lower);
}

const howCompare = /^how (?:do|does|did) (.+) compare (?:on|in|for|by|in terms of|regarding) (.+?)[\s?.!]*$/i;

/** The two sides of the last joint. A joint of two years does not count. */
function sidesOf(sentence: string, pattern: RegExp): [string, string] | null {
  const joint = [...sentence.matchAll(pattern)].at(-1);
  return joint ? [sentence.slice(0, joint.index), sentence.slice(joint.index + joint[0].length)] : null;
}

function withoutCompare(sentence: string): string {
  return sentence.replace(/^\s*(?:please\s+)?(?:compare|comparing)\s+/i, '');
}

function tidy(part: string): string {
  const text = part
    .trim()
    .replace(/^(?:and|also|then)\s+/i, '')
    .replace(/[\s,;:]+$/, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
