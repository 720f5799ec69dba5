/** The years that a question names, before they are compared with a table's. */
export type YearSelection =
  | { kind: 'none' }
  | { kind: 'all' }
  | { kind: 'listed'; years: number[] }
  | { kind: 'range'; from: number | null; to: number | null }
  | { kind: 'last'; count: number };

export function readYears(text: string): YearSelection {
  const range = readRange(text.toLowerCase());
  if (range) return range;
  const years = [...text.matchAll(/\b(?:19|20)\d\d\b/g)].map(([year]) => Number(year));
  if (years.length > 0) return { kind: 'listed', years: [...new Set(years)].sort() };
  const last = /\b(?:last|past|recent)\s+(\w+)\s+years\b/i.exec(text)?.[1];
  if (last) return { kind: 'last', count: countOf(last) ?? 5 };
  return { kind: allYears.test(text) ? 'all' : 'none' };
}

export interface YearSpan {
  first: number;
  last: number;
}

export interface MissingYears {
  missing: number[];
  span: YearSpan;
}

/** The years to ask a table for, or those that it does not have. Without any selection: all years or the latest one. */
export function resolveYears(
  selection: YearSelection,
  span: YearSpan,
  unnamed: 'all' | 'latest',
): number[] | MissingYears {
  const all = Array.from({ length: span.last - span.first + 1 }, (_, index) => span.first + index);
  if (selection.kind === 'none') return unnamed === 'all' ? all : [span.last];
  if (selection.kind === 'all') return all;
  if (selection.kind === 'last') return all.slice(-selection.count);
  const isList = selection.kind === 'listed';
  const [from, to] = isList ? [0, 0] : [selection.from ?? span.first, selection.to ?? span.last];
  const named = isList ? selection.years : [from, to];
  const missing = named.filter((year) => !all.includes(year));
  if (missing.length > 0) return { missing, span };
  return isList ? named : all.filter((year) => year >= from && year <= to);
}

export function countOf(word: string): number | null {
  const spelled = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].indexOf(word.toLowerCase());
  if (spelled >= 0) return spelled + 2;
  const digits = Number(word);
  return Number.isInteger(digits) && digits >= 1 && digits <= 50 ? digits : null;
}

const allYears =
  /\bover (?:time|the (?:whole|entire )?(?:years|period))\b|\ball years\b|\b(?:each|every|by|per) year\b/i;
const year = '((?:19|20)\\d\\d)';
const ranges: [pattern: RegExp, read: (first: number, second: number) => YearSelection][] = [
  [new RegExp(`\\b${year}\\s*(?:[-–—]|to|until|till|through|and)\\s*${year}\\b`), betweenYears],
  [new RegExp(`\\b(?:since|from)\\s+${year}\\b`), (from) => ({ kind: 'range', from, to: null })],
  [new RegExp(`\\bafter\\s+${year}\\b`), (after) => ({ kind: 'range', from: after + 1, to: null })],
  [new RegExp(`\\b(?:until|till|up to)\\s+${year}\\b`), (to) => ({ kind: 'range', from: null, to })],
  [new RegExp(`\\bbefore\\s+${year}\\b`), (before) => ({ kind: 'range', from: null, to: before - 1 })],
];
/** The words that name the years, to be repeated in another sentence. */
export const yearPattern = new RegExp(
  `\\b(?:(?:between|from|in|since|after|before|until)\\s+)?${year}(?:\\s*(?:[-–—]|to|and|until|through|,)\\s*${year})*\\b`,
  'i',
);

function readRange(text: string): YearSelection | null {
  for (const [pattern, read] of ranges) {
    const match = pattern.exec(text);
    if (!match) continue;
    // "2019 and 2023" is a range only after "between"; else it is two years.
    const isList = /\d\s+and\s+\d/.test(match[0]) && !/\bbetween\s+$/.test(text.slice(0, match.index));
    if (!isList) return read(Number(match[1]), Number(match[2]));
  }
  return null;
}

function betweenYears(first: number, second: number): YearSelection {
  return { kind: 'range', from: Math.min(first, second), to: Math.max(first, second) };
}
