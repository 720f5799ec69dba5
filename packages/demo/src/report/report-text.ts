import { phrasesOf } from '../language/phrases.ts';
import { aggregationOf, type Plan, resultColumn } from '../tables/plan.ts';
import type { ColumnDetails, ResultRow } from '../tables/replies.ts';
import type { Sum } from './amounts.ts';

/** Works a sum out: with the tool's answer where there is one. */
export type Calculate = (sum: Sum) => number;

export interface Cell {
  row: ResultRow;
  value: number;
}

export function cellsOf(plan: Plan, rows: ResultRow[], measure: ColumnDetails): Cell[] {
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

export function yearsOf({ years }: Plan): string[] {
  const [first, last] = [years.at(0), years.at(-1)];
  if (first === undefined || last === undefined) return [];
  const isRun = years.length > 2 && last - first === years.length - 1;
  return [isRun ? `${first}–${last}` : years.join(', ')];
}
