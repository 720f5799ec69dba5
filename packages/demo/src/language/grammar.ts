import { allNames, findNames, type NameList } from './names.ts';
import { yearPattern } from './years.ts';

/** The parts of a sentence that a follow-up takes over or replaces, in one language. */
export interface Grammar {
  findPlaces(text: string): Pick<NameList, 'start' | 'end'>[];
  /** The places of a text as they stand in a sentence; empty without any. */
  placesIn(text: string): string;
  years: RegExp;
}

const english: Grammar = {
  findPlaces: findNames,
  placesIn: (text) => (allNames(text).length > 0 ? `in ${allNames(text).join(' and ')}` : ''),
  years: yearPattern,
};

/** Places and years of one sentence, for another that has none of its own. */
export function withPlaceAndTime(text: string, source: string, { placesIn, years }: Grammar = english): string {
  const places = placesIn(text) ? '' : placesIn(source);
  const time = years.test(text) ? '' : (years.exec(source)?.[0] ?? '');
  return [withoutEnd(text), places, time].filter(Boolean).join(' ');
}

/** Puts a place where the last one stands, or adds it as `addition`. */
export function withPlace(text: string, place: string, addition: string, { findPlaces }: Grammar = english): string {
  const last = findPlaces(text).at(-1);
  return last ? text.slice(0, last.start) + place + text.slice(last.end) : `${withoutEnd(text)} ${addition}?`;
}

export function withYears(text: string, phrase: string, { years }: Grammar = english): string {
  return years.test(text) ? text.replace(years, phrase) : `${withoutEnd(text)} ${phrase}?`;
}

export function withoutEnd(text: string): string {
  return text.replace(/[\s?.!]+$/, '');
}
