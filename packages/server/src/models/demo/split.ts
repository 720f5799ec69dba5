import { completed, withPlaceAndTime } from './follow-up.ts';
import { contentWords, hasAny, lexicon } from './lexicon.ts';
import { allNames, findNames } from './names.ts';
import { isUnclear } from './small-talk.ts';
import { readWish } from './wish.ts';
import { readWords } from './words.ts';

/** The parts of a request that can be worked on side by side, each complete in itself. */
export function splitRequest(text: string, previous: string | null): string[] {
  const sentences: string[] = [];
  for (const sentence of sentencesOf(text)) {
    const whole = completed(sentence, sentences.at(-1) ?? previous);
    if (!isUnclear(whole)) sentences.push(whole);
  }
  const parts = sentences.flatMap(clausesOf).flatMap(expand);
  return [...new Set((parts.length > mostParts ? sentences : parts).map(tidy))].slice(0, mostParts);
}

const mostParts = 8;

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

/** "What …, and how …" are two questions, unless the second one speaks of the first one's answer. */
function clausesOf(sentence: string): string[] {
  const clauses = sentence.split(/,?\s+and\s+(?=(?:what|which|how|who|where|when|in which)\b)/i);
  const refersBack = clauses
    .slice(1)
    .some((clause) => /\b(?:it|its|they|them|their|that|there)\b/i.test(clause) || isUnclear(clause));
  if (refersBack) return [sentence];
  return clauses.map((clause) => (clauses.length > 1 ? withPlaceAndTime(clause, sentence) : clause));
}

function expand(original: string): string[] {
  const sentence = original.replace(howCompare, 'Compare $2 in $1');
  const wish = readWish(sentence);
  const list = findNames(sentence).find(({ names }) => names.length > 1);
  if (list && !looksAtAllTogether(sentence)) {
    return list.names.map((name) => withoutCompare(sentence.slice(0, list.start) + name + sentence.slice(list.end)));
  }
  const compares = hasAny(wish.words, lexicon.compare);
  const sides = sidesOf(
    withoutCompare(sentence),
    compares ? /,?\s+(?:and|with|to|versus|vs|against)\s+(?!\d)/gi : /,?\s+and\s+(?!\d)/gi,
  );
  if (!sides) return [sentence];
  const [left, right] = sides;
  const ownNames = allNames(left).length > 0 && allNames(right).length > 0;
  const [leftWords, rightWords] = sides.map((side) => contentWords(readWords(side)).length);
  const ownTopics = Math.min(leftWords ?? 0, rightWords ?? 0) >= 2;
  const splits = ownTopics && (ownNames || (wish.operation === 'difference' && compares));
  return splits ? [withPlaceAndTime(left, right), withPlaceAndTime(right, left)] : [sentence];
}

/** A ranking, a total or a difference needs all its places in one hand. */
function looksAtAllTogether(sentence: string): boolean {
  const { operation, words } = readWish(sentence);
  if (operation === 'rank' || operation === 'rank-change' || operation === 'total') return true;
  return hasAny(words, lexicon.total, lexicon.difference, lexicon.higher, lexicon.lower);
}

const howCompare = /^how (?:do|does|did) (.+) compare (?:on|in|for|by|in terms of|regarding) (.+?)[\s?.!]*$/i;

/** The two sides of the last joint; what joins two years is none. */
function sidesOf(sentence: string, pattern: RegExp): [string, string] | null {
  const joints = [...sentence.matchAll(pattern)];
  const joint = joints.at(-1);
  if (!joint) return null;
  return [sentence.slice(0, joint.index), sentence.slice(joint.index + joint[0].length)];
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
