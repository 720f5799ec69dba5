import type { Language } from '../language/language.ts';
import { phrasesOf } from '../language/phrases.ts';

/** A number as people read it, with its unit. */
export function formatAmount(value: number, unit: string | null): string {
  const number = format.format(value);
  if (!unit) return number;
  return unit === '%' ? `${number}%` : `${number} ${unit}`;
}

/** With its sign, and a share's change in points. */
export function formatChange(value: number, unit: string | null, language: Language): string {
  const sign = value > 0 ? '+' : '';
  return sign + formatAmount(value, unit === '%' ? phrasesOf(language).percentagePoints : unit);
}

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A sum that the calculate tool is asked for; worked out here only where that tool is not offered. */
export interface Sum {
  expression: string;
  value: number;
}

export function difference(from: number, to: number): Sum {
  return { expression: `round(${written(to)} - ${written(from)}, 6)`, value: rounded(to - from, 6) };
}

export function percentChange(from: number, to: number): Sum {
  const [first, last] = [written(from), written(to)];
  return {
    expression: `round((${last} - ${first}) / ${first} * 100, 1)`,
    value: rounded(((to - from) / from) * 100, 1),
  };
}

export function total(values: number[]): Sum {
  const value = values.reduce((left, right) => left + right, 0);
  return { expression: `sum(${values.join(', ')})`, value };
}

export function mean(values: number[]): Sum {
  return { expression: `mean(${values.join(', ')})`, value: total(values).value / values.length };
}

function written(value: number): string {
  return value < 0 ? `(${value})` : String(value);
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
