import type { Chart } from '@retinue/protocol';
import { oneLine } from '../../views/plain-text.ts';
import type { Paint } from '../output/paint.ts';
import { cut, padded, widthOf } from '../output/width.ts';

type ChartPaint = Pick<Paint, 'dim' | 'bold' | 'series'>;

/** A chart as lines of at most so many columns; none where they are too few. Names from models can't move the cursor. */
export function drawChart(chart: Chart, columns: number, paint: ChartPaint): string[] {
  if (columns < minColumns) return [];
  const width = Math.min(columns, maxColumns);
  const clean = cleaned(chart);
  const [only, ...others] = clean.series;
  const name = only && others.length === 0 ? ` (${only.name})` : '';
  const unit = clean.unit ? `, ${clean.unit}` : '';
  const isLine = chart.kind === 'line' && chart.points.length > 1;
  const lines = isLine ? drawSparklines(clean, width, paint) : drawBars(clean, width, paint);
  return [paint.bold(cut(`${clean.title}${name}${unit}`, width)), ...lines];
}

function cleaned(chart: Chart): Chart {
  return {
    ...chart,
    title: oneLine(chart.title),
    unit: oneLine(chart.unit),
    points: chart.points.map(oneLine),
    series: chart.series.map(({ name, values }) => ({ name: oneLine(name), values })),
  };
}

/** A row for each series on a common scale: its course, its name, and its first, last, lowest and highest value. */
function drawSparklines({ points, series }: Chart, width: number, paint: ChartPaint): string[] {
  const [min, max] = rangeOf(series.flatMap(({ values }) => present(values)));
  const cells = Math.min(points.length, Math.floor(width / 3));
  const rows = series.flatMap(({ name, values }, index) => {
    const known = present(values);
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return [];
    const [low, high] = rangeOf(known);
    const isInside = low < Math.min(first, last) || high > Math.max(first, last);
    const extremes = isInside ? ` (${shortValue(low)} to ${shortValue(high)})` : '';
    const text = `${name}  ${shortValue(first)} → ${shortValue(last)}${extremes}`;
    return [`${paint.series(index, sparkline(values, cells, { min, max }))} ${cut(text, width - cells - 1)}`];
  });
  return [...rows, paint.dim(cut(`${points[0]} to ${points.at(-1)}`, width))];
}

/** One block for each cell, with the mean of the values that fall into it. */
function sparkline(
  values: Chart['series'][number]['values'],
  cells: number,
  scale: { min: number; max: number },
): string {
  const blocks = Array.from({ length: cells }, (_, cell) => {
    const [from, to] = [cell, cell + 1].map((edge) => Math.round((edge * values.length) / cells));
    const known = present(values.slice(from, to));
    if (known.length === 0) return ' ';
    const mean = known.reduce((sum, value) => sum + value / known.length, 0);
    const share = (mean - scale.min) / (scale.max - scale.min || 1);
    return heights[Math.min(heights.length - 1, Math.floor(share * heights.length))];
  });
  return blocks.join('');
}

/** A bar for each point; with several series, a group of bars. Negative bars go to the left. */
function drawBars({ points, series }: Chart, width: number, paint: ChartPaint): string[] {
  const values = series.flatMap((one) => present(one.values));
  const [min, max] = [Math.min(0, ...values), Math.max(0, ...values)];
  const isSingle = series.length === 1;
  const labels = isSingle ? points : [...points, ...series.map(({ name }) => `  ${name}`)];
  const labelWidth = Math.min(Math.max(...labels.map(widthOf)), Math.floor(width / 3));
  const isTight = values.some((value) => exactValue(value).length > width / 3);
  const format = isTight ? shortValue : exactValue;
  const numberWidth = Math.max(...values.map((value) => format(value).length), 1);
  const room = Math.max(width - labelWidth - numberWidth - 2, 4);
  const left = Math.round((-min / (max - min || 1)) * room);
  const bar = (value: number | null, index: number) => {
    if (value === null) return paint.dim('–');
    const length = (Math.abs(value) / (max - min || 1)) * (room - (min < 0 ? 1 : 0));
    const drawn = value < 0 ? leftBarOf(length, left) : `${' '.repeat(left)}${barOf(length)}`;
    return `${paint.series(index, drawn)} ${format(value)}`;
  };
  return points.flatMap((point, place) => {
    const rows = series.map(({ name, values: own }, index) => {
      return `${padded(isSingle ? point : `  ${name}`, labelWidth)} ${bar(own[place] ?? null, index)}`;
    });
    return isSingle ? rows : [padded(point, labelWidth).trimEnd(), ...rows];
  });
}

/** A horizontal bar, in steps of half a column. Never empty. */
export function barOf(length: number): string {
  const halves = Math.round(length * 2);
  return '█'.repeat(Math.floor(halves / 2)) + (halves % 2 === 1 ? '▌' : '') || '▏';
}

/** A bar that ends in the same column as others do, and grows to the left. */
function leftBarOf(length: number, columns: number): string {
  const halves = Math.max(1, Math.round(length * 2));
  return `${halves % 2 === 1 ? '▐' : ''}${'█'.repeat(Math.floor(halves / 2))}`.padStart(columns);
}

function present(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

function rangeOf(values: readonly number[]): [min: number, max: number] {
  return [Math.min(...values), Math.max(...values)];
}

function exactValue(value: number): string {
  return exact.format(value);
}

function shortValue(value: number): string {
  return Math.abs(value) < 1_000_000 ? exact.format(value) : short.format(value);
}

const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });
const heights = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const minColumns = 24;
const maxColumns = 76;
