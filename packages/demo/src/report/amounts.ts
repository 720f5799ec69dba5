import { phrasesOf } from '../language/phrases.ts';
import type { Language } from '../language/words.ts';
import { aggregationOf, type Plan, resultColumn } from '../tables/plan.ts';
import type { ColumnDetails, ResultRow } from '../tables/replies.ts';

/** A number as people read it, with its unit. */
export function formatAmount(value: number, unit: string | null): string {
  const number = format.format(value);
  if (!unit) return number;
  return unit === '%' ? `${number}%` : `${number} ${unit}`;
}

/** With its sign, and a share's change in points. */
export function formatChange(value: number, unit: string | null, language: Language): string {
  return (value > 0 ? '+' : '') + formatAmount(value, unitOfChange(unit, language));
}

export function unitOfChange(unit: string | null, language: Language): string | null {
  return unit === '%' ? phrasesOf(language).percentagePoints : unit;
}

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A sum for the calculate tool. Its value counts only where that tool is not offered. */
export interface Sum {
  expression: string;
  value: number;
}

/** Works a sum out, with the tool's answer where there is one. */
export type Calculate = (sum: Sum) => number;

export function difference(from: number, to: number): Sum {
  return { expression: `round(${written(to)} - ${written(from)}, 6)`, value: rounded(to - from, 6) };
}

export function percentChange(from: number, to: number): Sum {
  const expression = `round((${written(to)} - ${written(from)}) / ${written(from)} * 100, 1)`;
  return { expression, value: rounded(((to - from) / from) * 100, 1) };
}

export function total(values: number[]): Sum {
  return { expression: `sum(${values.join(', ')})`, value: values.reduce((left, right) => left + right, 0) };
}

export function mean(values: number[]): Sum {
  return { expression: `mean(${values.join(', ')})`, value: total(values).value / values.length };
}

function written(value: number): string {
  return value < 0 ? `(${value})` : String(value);
}

export function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

export interface Cell {
  row: ResultRow;
  value: number;
}

/** The rows that have a value of the measure. */
export function cellsOf(plan: Plan, rows: ResultRow[], measure?: ColumnDetails): Cell[] {
  const column = resultColumn(plan, measure);
  return rows.flatMap((row) => {
    const value = row[column];
    return typeof value === 'number' ? [{ row, value }] : [];
  });
}

export function measureName(plan: Plan, measure: ColumnDetails): string {
  const { average, total } = phrasesOf(plan.language);
  const pools = plan.pooled || plan.operation === 'total';
  if (plan.operation === 'average' || (pools && aggregationOf(plan, measure) === 'mean')) return average(measure.title);
  if (plan.operation === 'rank' && plan.averages) return average(measure.title);
  return plan.operation === 'total' ? total(measure.title) : measure.title;
}

/** The values of the columns that tell the rows apart. */
export function groupNames({ groups }: Plan, row: ResultRow): string[] {
  return groups.map(({ name }) => String(row[name] ?? ''));
}

export function yearIn({ time }: Plan, row: ResultRow): string {
  return String(row[time?.name ?? ''] ?? '');
}

export function yearsOf({ years }: Plan): string[] {
  const [first, last] = [years.at(0), years.at(-1)];
  if (first === undefined || last === undefined) return [];
  const isRun = years.length > 2 && last - first === years.length - 1;
  return [isRun ? `${first}–${last}` : years.join(', ')];
}
