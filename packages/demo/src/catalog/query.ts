import { z } from '@retinue/server/extension';
import { type CellValue, type Dataset, type DatasetRow, requireColumn } from './catalog.ts';

const columnName = z.string().min(1).describe('Name of a column, from getDatasetDetails');
const cellInput = z.union([z.string(), z.number()]);

export const queryInput = z.strictObject({
  datasetId: z.string().min(1).describe('An id from searchDatasets'),
  filters: z
    .array(
      z.strictObject({
        column: columnName,
        operator: z.enum(['equals', 'notEquals', 'in', 'atLeast', 'atMost', 'contains']),
        value: z.union([cellInput, z.array(cellInput).min(1)]).describe('One value, or a list of them for "in"'),
      }),
    )
    .default([])
    .describe('A row must pass all of them'),
  groupBy: z.array(columnName).default([]).describe('One row per combination of these columns'),
  aggregate: z
    .array(z.strictObject({ column: columnName, function: z.enum(['sum', 'mean', 'min', 'max', 'count']) }))
    .default([])
    .describe('Computed per group, or over all rows when groupBy is empty'),
  columns: z.array(columnName).default([]).describe('Only these columns; not together with groupBy or aggregate'),
  sort: z
    .array(
      z.strictObject({
        column: z.string().min(1),
        direction: z.enum(['ascending', 'descending']).default('ascending'),
      }),
    )
    .default([])
    .describe('Columns of the answer to sort by, the first one first'),
  limit: z.int().min(1).max(500).default(100).describe('At most this many rows'),
});

export type Query = Omit<z.infer<typeof queryInput>, 'datasetId'>;

export interface QueryResult {
  rows: DatasetRow[];
  rowsBeforeLimit: number;
}

/** Filter, then group and aggregate, then sort, then cut: in this order, as in SQL. */
export function queryRows(dataset: Dataset, query: Query): QueryResult {
  for (const { column } of query.filters) requireColumn(dataset, column);
  const kept = dataset.rows.filter((row) =>
    query.filters.every((filter) => passes(row[filter.column] ?? null, filter)),
  );
  const shaped =
    query.aggregate.length > 0 || query.groupBy.length > 0 ? group(dataset, kept, query) : pick(dataset, kept, query);
  return { rows: sorted(shaped, query.sort).slice(0, query.limit), rowsBeforeLimit: shaped.length };
}

function passes(cell: CellValue, { operator, value }: Query['filters'][number]): boolean {
  const wanted = Array.isArray(value) ? value : [value];
  if (operator === 'notEquals') return wanted.every((one) => !same(cell, one));
  if (operator === 'equals' || operator === 'in') return wanted.some((one) => same(cell, one));
  if (operator === 'contains') return wanted.some((one) => lower(cell ?? '').includes(lower(one)));
  if (cell === null) return false;
  return wanted.every((one) => (operator === 'atLeast' ? compare(cell, one) >= 0 : compare(cell, one) <= 0));
}

/** Models often send a year as text, or a name in small letters. */
function same(cell: CellValue, wanted: string | number): boolean {
  return cell !== null && lower(cell) === lower(wanted);
}

function lower(value: string | number): string {
  return String(value).toLowerCase();
}

function group(dataset: Dataset, rows: DatasetRow[], query: Query): DatasetRow[] {
  if (query.columns.length > 0)
    throw new Error('Leave out "columns" when you use groupBy or aggregate: they decide the columns.');
  for (const column of query.groupBy) requireColumn(dataset, column);
  for (const { column, function: name } of query.aggregate) {
    if (requireColumn(dataset, column).type !== 'text' || name === 'count') continue;
    throw new Error(`Column "${column}" is text: it can be counted, not used with ${name}.`);
  }
  const groups = Map.groupBy(rows, (row) => JSON.stringify(query.groupBy.map((column) => row[column])));
  return [...groups.values()].map((members) => ({
    ...Object.fromEntries(query.groupBy.map((column) => [column, members[0]?.[column] ?? null])),
    ...Object.fromEntries(
      query.aggregate.map((aggregation) => [
        `${aggregation.function}_${aggregation.column}`,
        aggregate(members, aggregation),
      ]),
    ),
  }));
}

function aggregate(rows: DatasetRow[], aggregation: Query['aggregate'][number]): CellValue {
  const cells = rows.map((row) => row[aggregation.column] ?? null).filter((cell) => cell !== null);
  if (aggregation.function === 'count') return cells.length;
  const numbers = cells.filter((cell) => typeof cell === 'number');
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((total, next) => total + next, 0);
  const results = { sum, mean: sum / numbers.length, min: Math.min(...numbers), max: Math.max(...numbers) };
  return Number(results[aggregation.function].toPrecision(15));
}

function pick(dataset: Dataset, rows: DatasetRow[], query: Query): DatasetRow[] {
  if (query.columns.length === 0) return rows;
  for (const column of query.columns) requireColumn(dataset, column);
  return rows.map((row) => Object.fromEntries(query.columns.map((column) => [column, row[column] ?? null])));
}

function sorted(rows: DatasetRow[], sort: Query['sort']): DatasetRow[] {
  const [first] = rows;
  for (const { column } of sort) {
    if (!first || column in first) continue;
    throw new Error(`Cannot sort by "${column}": the answer has the columns ${Object.keys(first).join(', ')}.`);
  }
  return rows.toSorted((left, right) => {
    for (const { column, direction } of sort) {
      const order = compareCells(left[column] ?? null, right[column] ?? null, direction === 'ascending' ? 1 : -1);
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** Rows without a value come last, whichever way the others run. */
function compareCells(left: CellValue, right: CellValue, sign: 1 | -1): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return sign * compare(left, right);
}

function compare(left: string | number, right: string | number): number {
  const [leftNumber, rightNumber] = [Number(left), Number(right)];
  if (Number.isFinite(leftNumber) && Number.isFinite(rightNumber)) return leftNumber - rightNumber;
  return String(left).localeCompare(String(right), 'en');
}
