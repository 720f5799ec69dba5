import { steeringWords } from './hebrew.ts';

/* Hebrew has no capital letters, so a place in a question is known by "in", which is glued to its front. */

export interface PlaceList {
  places: string[];
  start: number;
  end: number;
}

/** "בחיפה", or "בחיפה, בתל אביב ובבאר שבע": each place with its "in". */
export function findHebrewPlaces(text: string): PlaceList[] {
  return [...text.matchAll(listPattern)].flatMap((match) => {
    const places = match[0].split(/, ו?| ו(?=ב)/).map(withoutSteering);
    const isPlaces = places.every((place) => place !== '');
    const last = places.at(-1) ?? '';
    const end = match.index + match[0].lastIndexOf(last) + last.length;
    return isPlaces ? [{ places, start: match.index, end }] : [];
  });
}

function hebrewYears(text: string): string | null {
  return yearsPattern.exec(text)?.[0] ?? null;
}

/** "What …, and how many …" are two questions. */
export function hebrewClauses(sentence: string): string[] {
  const clauses = sentence.split(/,?\s+ו(?=(?:ב?איז[הו]|ב?אילו|כמה|מה|איך|כיצד|מי|מתי)\s)/);
  return clauses.map((clause) => (clauses.length > 1 ? withHebrewPlaceAndTime(clause, sentence) : clause));
}

/** "ובאשדוד?" asks the previous question of another place, "ובשנת 2020?" of another year. */
export function completedHebrew(text: string, previous: string): string {
  const opened = opening.exec(text)?.[0];
  const rest = text.slice(opened?.length ?? 0).replace(/[\s?.!]+$/, '');
  const years = hebrewYears(rest);
  const topic = wordsOf(years ? rest.replace(years, '') : rest);
  if (topic.length === 0) return years ? withYears(previous, years) : text;
  if (!opened || topic.length > 3) return text;
  if (topic[0]?.startsWith('ה')) return withHebrewPlaceAndTime(text, previous);
  const place = topic.join(' ');
  const moved = withPlace(previous, place.startsWith('ב') && /ב(?!אר )/.test(place) ? place : `ב${place}`);
  return years ? withYears(moved, years) : moved;
}

/** Place and years of one sentence, for another that has none of its own. */
function withHebrewPlaceAndTime(text: string, source: string): string {
  const place = findHebrewPlaces(text).length > 0 ? null : findHebrewPlaces(source).at(-1);
  const additions = [
    place ? source.slice(place.start, place.end) : '',
    hebrewYears(text) ? '' : (hebrewYears(source) ?? ''),
  ].filter(Boolean);
  return [text.replace(/[\s?.!]+$/, ''), ...additions].join(' ');
}

const opening = /^\s*(?:ו?מה (?:לגבי|עם|על)\s+|ו(?=ב|מה\s|אצל|$))/;
const item = 'ב(?!שנ[הת]|שנים|ין )[א-ת]{2,}(?: (?![בו])[א-ת]{2,}(?=[\\s,?.!]|$))?';
const listPattern = new RegExp(`(?<![א-ת])${item}(?:(?:, ו?| ו)${item})*`, 'g');
const yearsPattern =
  /(?<![א-ת])(?:בין (?:השנים )?\d{4}\s*(?:לבין |ועד |עד |ל-?|ו-?|[-–—])\s*\d{4}|מ-?(?:שנת )?\d{4}\s*(?:ועד |עד |ל-?)\s*\d{4}|(?:מאז|עד|אחרי|לפני) (?:שנת )?\d{4}|ב(?:שנת |שנה |שנים )?-?\d{4}(?:\s*(?:,|ו)\s*ב?-?\d{4})*)/;

/** The words up to the first that says what to do: "בחיפה הכי הרבה" is Haifa alone. */
function withoutSteering(place: string): string {
  const words = place.split(' ');
  const end = words.findIndex((word, index) => steeringWords(word) !== null || (index > 0 && /^[בו]/.test(word)));
  return words.slice(0, end < 0 ? words.length : end).join(' ');
}

function wordsOf(text: string): string[] {
  return text.split(/[^א-ת'"׳״]+/).filter((word) => word.length > 1 && steeringWords(word) === null);
}

function withPlace(text: string, place: string): string {
  const last = findHebrewPlaces(text).at(-1);
  return last ? text.slice(0, last.start) + place + text.slice(last.end) : `${text.replace(/[\s?.!]+$/, '')} ${place}?`;
}

function withYears(text: string, years: string): string {
  return yearsPattern.test(text) ? text.replace(yearsPattern, years) : `${text.replace(/[\s?.!]+$/, '')} ${years}?`;
}
