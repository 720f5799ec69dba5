import assert from 'node:assert/strict';
import { type DatasetRow, loadSampleCatalog } from '../../packages/demo/src/catalog/catalog.ts';

/*
 * Facts of the tables, computed straight from their rows without the demo's own code.
 */
export const catalogue = loadSampleCatalog();

export type Filter = Record<string, string | number | (string | number)[]>;

export function rowsOf(datasetId: string): DatasetRow[] {
  return catalogue.datasets.find(({ id }) => id === datasetId)?.rows ?? [];
}

export function cells(rows: DatasetRow[], column: string, filter: Filter): number[] {
  return rows.filter((row) => matches(row, filter)).map((row) => Number(row[column]));
}

export function cell(rows: DatasetRow[], column: string, filter: Filter): number {
  const [value, ...others] = cells(rows, column, filter);
  assert.ok(value !== undefined && others.length === 0, `${column} ${JSON.stringify(filter)}`);
  return value;
}

function matches(row: DatasetRow, filter: Filter): boolean {
  return Object.entries(filter).every(([column, wanted]) => [wanted].flat().some((one) => one === row[column]));
}

export function sum(values: number[]): number {
  return values.reduce((left, right) => left + right, 0);
}

export function mean(values: number[]): number {
  return sum(values) / values.length;
}

export function ranked(
  rows: DatasetRow[],
  key: string,
  column: string,
  filter: Filter,
  sign = 1,
): { name: string; value: number }[] {
  return rows
    .filter((row) => matches(row, filter))
    .map((row) => ({ name: String(row[key]), value: Number(row[column]) }))
    .sort((left, right) => sign * (right.value - left.value));
}

export function topOf(rows: DatasetRow[], key: string, column: string, filter: Filter, sign = 1): string[] {
  return ranked(rows, key, column, filter, sign)
    .slice(0, 1)
    .map(({ name, value }) => `${name} with ${shown(value)}`);
}

export function growth(rows: DatasetRow[], key: string, column: string, from: number, to: number): string[] {
  const names = [...new Set(rows.map((row) => row[key]))].map(String);
  const grown = names.map((name) => ({
    name,
    by: cell(rows, column, { [key]: name, year: to }) - cell(rows, column, { [key]: name, year: from }),
  }));
  return grown
    .sort((left, right) => right.by - left.by)
    .slice(0, 1)
    .map(({ name, by }) => `${name} with +${shown(by)}`);
}

export function shown(value: number, digits = 2): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: digits }).format(Number(value.toPrecision(12)));
}

export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
