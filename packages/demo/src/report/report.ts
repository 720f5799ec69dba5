import { phrasesOf } from '../language/phrases.ts';
import { aggregationOf, type Plan } from '../tables/plan.ts';
import type { ColumnDetails, ResultRow } from '../tables/replies.ts';
import { difference, formatAmount, formatChange, mean, percentChange, type Sum, total } from './amounts.ts';
import { reportRanking } from './ranking.ts';
import { type Calculate, type Cell, cellsOf, measureName, yearsOf } from './report-text.ts';

/** The lines that tell what the rows of a plan say; none when the rows hold nothing. */
export function reportRows(plan: Plan, rows: ResultRow[], work: Calculate): string[] {
  if (plan.operation === 'rank' || plan.operation === 'rank-change') return reportRanking(plan, rows, work);
  return plan.measures.flatMap((measure) => {
    if (plan.operation === 'change')
      return seriesOf(plan, rows, measure).flatMap((series) => tellChange(plan, measure, series, work));
    const lines = cellsOf(plan, rows, measure).map(({ row, value }) => tellValue(plan, measure, row, value));
    return [...lines, ...tellTogether(plan, measure, cellsOf(plan, rows, measure), work)];
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

function tellValue(plan: Plan, measure: ColumnDetails, row: ResultRow, value: number): string {
  return `${measureName(plan, measure)} (${scopeOf(plan, row).join(', ')}): ${formatAmount(value, measure.unit)}`;
}

function scopeOf(plan: Plan, row: ResultRow): string[] {
  const groups = plan.groups.map(({ name }) => String(row[name] ?? ''));
  const year = plan.time && plan.timeInRows ? [String(row[plan.time.name] ?? '')] : yearsOf(plan);
  return [...plan.scope, ...groups, ...year].filter(Boolean);
}

function seriesOf(plan: Plan, rows: ResultRow[], measure: ColumnDetails): Cell[][] {
  const time = plan.time?.name ?? '';
  const groups = Map.groupBy(cellsOf(plan, rows, measure), ({ row }) =>
    plan.groups.map(({ name }) => row[name]).join('\u0000'),
  );
  return [...groups.values()].map((cells) =>
    cells.toSorted((left, right) => Number(left.row[time]) - Number(right.row[time])),
  );
}

function tellChange(plan: Plan, measure: ColumnDetails, series: Cell[], work: Calculate): string[] {
  const [first, last] = [series.at(0), series.at(-1)];
  const time = plan.time?.name ?? '';
  if (!first || !last) return [];
  if (first === last) return [tellValue(plan, measure, first.row, first.value)];
  const scope = [...plan.scope, ...plan.groups.map(({ name }) => String(first.row[name] ?? ''))].join(', ');
  const at = ({ row, value }: Cell) => ({ amount: formatAmount(value, measure.unit), year: String(row[time]) });
  const steps = series.slice(1, -1).map(({ row, value }) => `${row[time]}: ${formatAmount(value, null)}`);
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
  return measure.unit === '%' || from === 0
    ? change
    : `${change} (${formatChange(work(percentChange(from, to)), null, language)}%)`;
}

/** Combines several rows: their difference if requested, otherwise their total or average. */
function tellTogether(plan: Plan, measure: ColumnDetails, cells: Cell[], work: Calculate): string[] {
  if (plan.operation === 'difference') return tellDifference(plan, measure, cells, work);
  const isOneList =
    plan.groups.length === 1 && !plan.timeInRows && plan.filters.some(({ column }) => column === plan.groups[0]?.name);
  if (!isOneList || cells.length < 2) return [];
  const values = cells.map(({ value }) => value);
  const value = work(aggregationOf(plan, measure) === 'mean' ? mean(values) : total(values));
  const names = cells.map(({ row }) => String(row[plan.groups[0]?.name ?? '']));
  const scope = [...plan.scope, phrasesOf(plan.language).list(names), ...yearsOf(plan)].join(', ');
  return [`${measureName(plan, measure)} (${scope}): ${formatAmount(value, measure.unit)}`];
}

/** Two rows can be set against each other; more are told as they are. */
function tellDifference(plan: Plan, measure: ColumnDetails, cells: Cell[], work: Calculate): string[] {
  const phrases = phrasesOf(plan.language);
  const [higher, lower] = cells.toSorted((left, right) => right.value - left.value);
  if (!higher || !lower || cells.length !== 2) return [];
  const unit = measure.unit === '%' ? phrases.percentagePoints : measure.unit;
  const gap = formatAmount(work(difference(lower.value, higher.value)), unit);
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
