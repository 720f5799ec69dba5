import { type Grammar, withoutEnd, withPlace, withPlaceAndTime, withYears } from '../grammar.ts';
import type { NameList } from '../names.ts';
import { steeringWords } from './translate.ts';

/* Hebrew has no capital letters, so a place in a question is known by "in", which is glued to its front. */

/** "בחיפה", or "בחיפה, בתל אביב ובבאר שבע": each place with its "in". */
export function findHebrewPlaces(text: string): NameList[] {
  return [...text.matchAll(listPattern)].flatMap((match) => {
    const places = match[0].split(/, ו?| ו(?=ב)/).map(withoutSteering);
    const isPlaces = places.every((place) => place !== '');
    const last = places.at(-1) ?? '';
    const end = match.index + match[0].lastIndexOf(last) + last.length;
    return isPlaces ? [{ names: places, start: match.index, end }] : [];
  });
}

/** "What …, and how many …" are two questions. */
export function hebrewClauses(sentence: string): string[] {
  const clauses = sentence.split(/,?\s+ו(?=(?:ב?איז[הו]|ב?אילו|כמה|מה|איך|כיצד|מי|מתי)\s)/);
  return clauses.map((clause) => (clauses.length > 1 ? withPlaceAndTime(clause, sentence, hebrew) : clause));
}

/** "ובאשדוד?" asks the previous question of another place, "ובשנת 2020?" of another year. */
export function completedHebrew(text: string, previous: string): string {
  const opened = opening.exec(text)?.[0];
  const rest = withoutEnd(text.slice(opened?.length ?? 0));
  const years = yearsPattern.exec(rest)?.[0];
  const topic = topicWords(years ? rest.replace(years, '') : rest);
  if (topic.length === 0) return years ? withYears(previous, years, hebrew) : text;
  if (!opened || topic.length > 3) return text;
  if (topic[0]?.startsWith('ה')) return withPlaceAndTime(text, previous, hebrew);
  const words = topic.join(' ');
  const place = words.startsWith('ב') && /ב(?!אר )/.test(words) ? words : `ב${words}`;
  const moved = withPlace(previous, place, place, hebrew);
  return years ? withYears(moved, years, hebrew) : moved;
}

const opening = /^\s*(?:ו?מה (?:לגבי|עם|על)\s+|ו(?=ב|מה\s|אצל|$))/;
const item = 'ב(?!שנ[הת]|שנים|ין )[א-ת]{2,}(?: (?![בו])[א-ת]{2,}(?=[\\s,?.!]|$))?';
const listPattern = new RegExp(`(?<![א-ת])${item}(?:(?:, ו?| ו)${item})*`, 'g');
const yearsPattern =
  /(?<![א-ת])(?:בין (?:השנים )?\d{4}\s*(?:לבין |ועד |עד |ל-?|ו-?|[-–—])\s*\d{4}|מ-?(?:שנת )?\d{4}\s*(?:ועד |עד |ל-?)\s*\d{4}|(?:מאז|עד|אחרי|לפני) (?:שנת )?\d{4}|ב(?:שנת |שנה |שנים )?-?\d{4}(?:\s*(?:,|ו)\s*ב?-?\d{4})*)/;

const hebrew: Grammar = {
  findPlaces: findHebrewPlaces,
  placesIn(text) {
    const last = findHebrewPlaces(text).at(-1);
    return last ? text.slice(last.start, last.end) : '';
  },
  years: yearsPattern,
};

/** The words up to the first command word: "בחיפה הכי הרבה" is Haifa alone. */
function withoutSteering(place: string): string {
  const words = place.split(' ');
  const end = words.findIndex((word, index) => steeringWords(word) !== null || (index > 0 && /^[בו]/.test(word)));
  return words.slice(0, end < 0 ? words.length : end).join(' ');
}

function topicWords(text: string): string[] {
  return text.split(/[^א-ת'"׳״]+/).filter((word) => word.length > 1 && steeringWords(word) === null);
}
