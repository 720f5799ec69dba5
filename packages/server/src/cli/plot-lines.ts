import type { Chart } from '@retinue/protocol';
import { cut, widthOf } from '../projections/text.ts';
import { axisNumber, type Tint, valueNumber } from './plot-text.ts';

/*
 * A small canvas of braille characters: each holds two columns and four rows of dots. A cell belongs to the last series
 * that drew in it, which gives it its colour; where there is none, each series has a pattern of dots of its own.
 */
export function plotLines(chart: Chart, width: number, paint: Tint): string[] {
  const scale = scaleOf(chart);
  const axis = [scale.most, (scale.most + scale.least) / 2, scale.least].map(axisNumber);
  const axisWidth = Math.max(...axis.map(widthOf));
  const canvas = createCanvas(width - axisWidth - 2);
  for (const [index, { values }] of chart.series.entries()) drawSeries(canvas, values, scale, index);
  const labelled = new Map([
    [0, axis[0]],
    [Math.floor((height - 1) / 2), axis[1]],
    [height - 1, axis[2]],
  ]);
  const rows = canvas.cells.map((row, index) => {
    const label = (labelled.get(index) ?? '').padStart(axisWidth);
    return `${paint.dim(`${label} ${labelled.has(index) ? '┤' : '│'}`)}${paintRow(row, paint)}`;
  });
  return [
    ...rows,
    paint.dim(cut(pointsLine(chart.points, axisWidth, canvas.columns), width)),
    ...legend(chart, width, paint),
  ];
}

const height = 8;
const shortestName = 4;
/** Enough to tell the patterns apart. */
const sampleWidth = 8;

/** Neighbours of one series are painted in one go. */
function paintRow(row: Cell[], paint: Tint): string {
  const end = row.findLastIndex(({ dots }) => dots > 0) + 1;
  let line = '';
  for (let start = 0; start < end; ) {
    const { series } = row[start] ?? { series: 0 };
    let stop = start;
    while (stop < end && row[stop]?.series === series) stop += 1;
    const text = row.slice(start, stop).map(({ dots }) => (dots === 0 ? ' ' : braille(dots)));
    line += paint.series(series, text.join(''));
    start = stop;
  }
  return line;
}

interface Scale {
  least: number;
  most: number;
}

/** Room for what is there, and not down to zero: a line shows how something moved. */
function scaleOf({ series }: Chart): Scale {
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? { least: least - 1, most: most + 1 } : { least, most };
}

interface Cell {
  dots: number;
  series: number;
}
interface Canvas {
  columns: number;
  cells: Cell[][];
}

function createCanvas(columns: number): Canvas {
  const cells = Array.from({ length: height }, () => Array.from({ length: columns }, () => ({ dots: 0, series: 0 })));
  return { columns, cells };
}

function drawSeries(canvas: Canvas, values: (number | null)[], { least, most }: Scale, series: number): void {
  const [right, bottom] = [canvas.columns * 2 - 1, height * 4 - 1];
  const dots = values.flatMap((value, index) =>
    value === null
      ? []
      : [
          {
            x: Math.round((index / Math.max(values.length - 1, 1)) * right),
            y: Math.round(((most - value) / (most - least)) * bottom),
          },
        ],
  );
  for (const { x, y } of dots) putDot(canvas, x, y, series);
  for (const [index, to] of dots.entries()) {
    const from = dots[index - 1];
    const steps = from ? Math.max(to.x - from.x, Math.abs(to.y - from.y)) : 0;
    for (let step = 1; from && step < steps; step += 1) {
      if (!isDrawn(series, step)) continue;
      putDot(
        canvas,
        Math.round(from.x + ((to.x - from.x) * step) / steps),
        Math.round(from.y + ((to.y - from.y) * step) / steps),
        series,
      );
    }
  }
}

/** The first series is a whole line, the others have gaps: of 2, of 4, … */
function isDrawn(series: number, step: number): boolean {
  return series === 0 || step % (2 + 2 * series) < 2;
}

const dotBits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
];

function putDot({ cells }: Canvas, x: number, y: number, series: number): void {
  const cell = cells[Math.floor(y / 4)]?.[Math.floor(x / 2)];
  if (!cell) return;
  cell.dots |= dotBits[y % 4]?.[x % 2] ?? 0;
  cell.series = series;
}

function braille(dots: number): string {
  return String.fromCodePoint(0x2800 + dots);
}

/** The first and the last point under their ends, and as many between them as fit. */
function pointsLine(points: string[], axisWidth: number, columns: number): string {
  const width = Math.max(...points.map(widthOf)) + 2;
  const every = Math.max(1, Math.ceil((points.length * width) / columns));
  let line = ' '.repeat(axisWidth + 2);
  for (const [index, point] of points.entries()) {
    const isShown =
      index === points.length - 1 || (index % every === 0 && index + every <= points.length - 1) || index === 0;
    const place = axisWidth + 2 + Math.round((index / Math.max(points.length - 1, 1)) * (columns - 1));
    const start = Math.min(
      Math.max(place - Math.floor(widthOf(point) / 2), axisWidth + 2),
      axisWidth + 2 + columns - widthOf(point),
    );
    if (!isShown || start < widthOf(line)) continue;
    line += ' '.repeat(start - widthOf(line)) + point;
  }
  return line;
}

function legend({ series }: Chart, width: number, paint: Tint): string[] {
  return series.flatMap(({ name, values }, index) => {
    const present = values.filter((value) => value !== null);
    const [first, last] = [present.at(0), present.at(-1)];
    if (first === undefined || last === undefined) return [];
    const numbers = `${valueNumber(first)} → ${valueNumber(last)}`;
    const sample = Array.from({ length: sampleWidth }, (_, step) => (isDrawn(index, step) ? '⠒' : ' ')).join('');
    const told = `${cut(name, Math.max(width - numbers.length - sampleWidth - 3, shortestName))}  ${numbers}`;
    return [`${paint.series(index, sample)} ${cut(told, width - sampleWidth - 1)}`];
  });
}
