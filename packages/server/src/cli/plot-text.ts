import { cut, widthOf } from '../projections/text.ts';
import type { Paint } from './paint.ts';

/** What colours a plot: each series by its number, or nothing at all. */
export type Tint = Pick<Paint, 'dim' | 'bold' | 'series'>;

/** A label in exactly so many columns. */
export function padded(text: string, columns: number): string {
  const fitted = cut(text, columns);
  return fitted + ' '.repeat(Math.max(0, columns - widthOf(fitted)));
}

export function valueNumber(value: number): string {
  return exact.format(value);
}

/** Short enough for an axis: `1.2M`. */
export function axisNumber(value: number): string {
  return Math.abs(value) < 10_000 ? exact.format(Number(value.toPrecision(3))) : short.format(value);
}

const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
