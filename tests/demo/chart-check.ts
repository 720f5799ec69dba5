import assert from 'node:assert/strict';
import { type Chart, chartSchema } from '@retinue/protocol';
import type { Column, Dataset } from '../../packages/demo/src/catalog/catalog.ts';
import type { Play } from './play.ts';
import { catalogue, cells, type Filter, mean, sum } from './tables.ts';

/** The charts that the root of a play has drawn, as its calls answered. */
export function chartsOf(play: Play): Chart[] {
  return play.calls
    .filter(({ name }) => /^display(?:Line|Bar)Chart$/.test(name))
    .map(({ value }) => chartSchema.parse(value));
}

/** Every number of a chart must be that of the table's rows. */
export function checkChart(chart: Chart): void {
  const wrong = measuresNamed(chart).map(({ dataset, measure }) => problemIn(chart, dataset, measure));
  assert.ok(wrong.includes(null), `${JSON.stringify(chart)}\n${wrong.join('\n') || 'no table has such a measure'}`);
}

function measuresNamed({ title, unit }: Chart): { dataset: Dataset; measure: Column }[] {
  const bare = title
    .replace(/^(?:Average|Total) /, '')
    .replace(/, (?:ממוצע|סך הכול)$/, '')
    .replace(/ \([^)]*\)$/, '');
  return catalogue.datasets.flatMap((dataset) =>
    dataset.columns
      .filter((column) => column.role === 'measure' && column.title.toLowerCase() === bare.toLowerCase())
      .filter((column) => unit === column.unit || column.unit === '%')
      .map((measure) => ({ dataset, measure })),
  );
}

function problemIn(chart: Chart, dataset: Dataset, measure: Column): string | null {
  const scope = / \(([^)]*)\)$/.exec(chart.title)?.[1] ?? '';
  for (const { name, values } of chart.series) {
    for (const [index, point] of chart.points.entries()) {
      const value = values[index] ?? null;
      const expected = expectedAt(dataset, measure, [name, point, scope].join(', '), chart.title);
      if (value === null || (expected !== null && Math.abs(expected - value) < 0.0006)) continue;
      return `${dataset.id}: ${name}, ${point} is ${value}, the table says ${expected}`;
    }
  }
  return null;
}

/** Reads "Norway, Electricity, 2022" back into a filter and computes the value. */
function expectedAt(dataset: Dataset, measure: Column, label: string, title: string): number | null {
  const parts = label.split(/, | and | ו(?=[א-ת])/);
  const time = dataset.columns.find(({ role }) => role === 'time')?.name ?? '';
  const filter: Filter = {};
  for (const { name, role } of dataset.columns) {
    const known = new Set(dataset.rows.map((row) => row[name]));
    const named = parts.filter((part) => known.has(part));
    if (role !== 'measure' && role !== 'time' && named.length > 0) filter[name] = named;
  }
  const fromTo = /(\d{4}) → (\d{4})/.exec(label);
  const at = (years: number[]) => {
    const found = cells(dataset.rows, measure.name, { ...filter, [time]: years }).filter(Number.isFinite);
    const averages = measure.kind === 'rate' || /^Average |ממוצע/.test(title);
    return found.length === 0 ? null : (averages ? mean : sum)(found);
  };
  if (!fromTo) return at(yearsIn(label));
  const [from, to] = [at([Number(fromTo[1])]), at([Number(fromTo[2])])];
  return from === null || to === null ? null : to - from;
}

function yearsIn(label: string): number[] {
  const run = /(\d{4})–(\d{4})/.exec(label);
  if (!run) return [...label.matchAll(/\d{4}/g)].map(([year]) => Number(year));
  const [first, last] = [Number(run[1]), Number(run[2])];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
