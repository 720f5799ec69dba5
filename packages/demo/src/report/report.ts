import { phrasesOf } from '../language/phrases.ts';
import { aggregationOf, type Plan } from '../tables/plan.ts';
import type { ColumnDetails, ResultRow } from '../tables/replies.ts';
import {
  type Calculate,
  type Cell,
  cellsOf,
  difference,
  formatAmount,
  formatChange,
  groupNames,
  mean,
  measureName,
  percentChange,
  type Sum,
  total,
  unitOfChange,
  yearIn,
  yearsOf,
} from './amounts.ts';
import { reportRanking } from './ranking.ts';

/** The findings in the rows of a plan, a line each; none for empty rows. */
export function reportRows(plan: Plan, rows: ResultRow[], work: Calculate): string[] {
  if (plan.operation === 'rank' || plan.operation === 'rank-change') return reportRanking(plan, rows, work);
  return plan.measures.flatMap((measure) => {
    const cells = cellsOf(plan, rows, measure);
    if (plan.operation === 'change')
      return seriesOf(plan, cells).flatMap((series) => tellChange(plan, measure, series, work));
    return [...cells.map((cell) => tellValue(plan, measure, cell)), ...tellTogether(plan, measure, cells, work)];
  });
}

/** Sums that must be calculated before the report can be written. */
export function sumsNeeded(plan: Plan, rows: ResultRow[]): Sum[] {
  const sums: Sum[] = [];
  reportRows(plan, rows, (sum) => {
    sums.push(sum);
    return sum.value;
  });
  return sums;
}

function tellValue(plan: Plan, measure: ColumnDetails, { row, value }: Cell): string {
  return `${measureName(plan, measure)} (${scopeOf(plan, row).join(', ')}): ${formatAmount(value, measure.unit)}`;
}

function scopeOf(plan: Plan, row: ResultRow): string[] {
  const year = plan.time && plan.timeInRows ? [yearIn(plan, row)] : yearsOf(plan);
  return [...plan.scope, ...groupNames(plan, row), ...year].filter(Boolean);
}

function seriesOf(plan: Plan, cells: Cell[]): Cell[][] {
  const groups = Map.groupBy(cells, ({ row }) => groupNames(plan, row).join('\u0000'));
  return [...groups.values()].map((members) =>
    members.toSorted((left, right) => Number(yearIn(plan, left.row)) - Number(yearIn(plan, right.row))),
  );
}

function tellChange(plan: Plan, measure: ColumnDetails, series: Cell[], work: Calculate): string[] {
  const [first, last] = [series.at(0), series.at(-1)];
  if (!first || !last) return [];
  if (first === last) return [tellValue(plan, measure, first)];
  const scope = [...plan.scope, ...groupNames(plan, first.row)].join(', ');
  const at = ({ row, value }: Cell) => ({ amount: formatAmount(value, measure.unit), year: yearIn(plan, row) });
  const steps = series.slice(1, -1).map(({ row, value }) => `${yearIn(plan, row)}: ${formatAmount(value, null)}`);
  return [
    phrasesOf(plan.language).change({
      name: `${measureName(plan, measure)} (${scope})`,
      from: at(first),
      to: at(last),
      change: amountOfChange(plan, first.value, last.value, measure, work),
      between: steps.join(', '),
    }),
  ];
}

function amountOfChange({ language }: Plan, from: number, to: number, measure: ColumnDetails, work: Calculate): string {
  const change = formatChange(work(difference(from, to)), measure.unit, language);
  if (measure.unit === '%' || from === 0) return change;
  return `${change} (${formatChange(work(percentChange(from, to)), null, language)}%)`;
}

/** Combines several rows: their difference if requested, otherwise their total or average. */
function tellTogether(plan: Plan, measure: ColumnDetails, cells: Cell[], work: Calculate): string[] {
  if (plan.operation === 'difference') return tellDifference(plan, measure, cells, work);
  const isOneList =
    plan.groups.length === 1 && !plan.timeInRows && plan.filters.some(({ column }) => column === plan.groups[0]?.name);
  if (!isOneList || cells.length < 2) return [];
  const values = cells.map(({ value }) => value);
  const value = work(aggregationOf(plan, measure) === 'mean' ? mean(values) : total(values));
  const names = cells.flatMap(({ row }) => groupNames(plan, row));
  const scope = [...plan.scope, phrasesOf(plan.language).list(names), ...yearsOf(plan)].join(', ');
  return [`${measureName(plan, measure)} (${scope}): ${formatAmount(value, measure.unit)}`];
}

/** Compares two rows. More rows are reported as they are. */
function tellDifference(plan: Plan, measure: ColumnDetails, cells: Cell[], work: Calculate): string[] {
  const phrases = phrasesOf(plan.language);
  const [higher, lower] = cells.toSorted((left, right) => right.value - left.value);
  if (!higher || !lower || cells.length !== 2) return [];
  const gap = formatAmount(work(difference(lower.value, higher.value)), unitOfChange(measure.unit, plan.language));
  if (higher.value === lower.value) return [phrases.noDifference(measure.title)];
  return [phrases.difference(measure.title, gap, scopeOf(plan, higher.row).join(', '))];
}

/** Names in the question that have no row. */
export function missingValues(plan: Plan, rows: ResultRow[]): string[] {
  const columns = new Set(plan.groups.map(({ name }) => name));
  const asked = plan.filters.filter(({ column }) => columns.has(column));
  return asked
    .flatMap(({ column, value }) => value.filter((one) => rows.every((row) => row[column] !== one)))
    .map(String);
}
