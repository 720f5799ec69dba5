import type { Chart } from '@retinue/protocol';
import { ticksBetween } from '../../ui/charts/column-chart.tsx';

/** Positions of everything in a chart, in SVG units. */
export interface Plot {
  width: number;
  height: number;
  left: number;
  /** Labels that do not fit side by side are slanted. */
  isSlanted: boolean;
  labelsAt: number;
  ticks: { at: number; label: string }[];
  labels: { at: number; label: string; isShown: boolean }[];
  series: { name: string; paths: string[]; dots: Dot[]; bars: Bar[] }[];
}
interface Dot {
  x: number;
  y: number;
  label: string;
}
interface Bar extends Dot {
  width: number;
  height: number;
}

const top = 10;

export function plotOf(chart: Chart, width: number): Plot {
  const roughBand = (width - 60) / chart.points.length;
  const maxLabel = Math.max(...chart.points.map((point) => point.length));
  const isSlanted = chart.kind === 'bar' && maxLabel * 6.6 + 8 > roughBand;
  const bottom = isSlanted ? 26 + Math.min(70, maxLabel * 4.2) : 26;
  const height = (width < 500 ? 220 : 280) + bottom - 26;
  const ticks = ticksFor(chart);
  const labels = ticks.map(shortNumber);
  const numbersWide = 14 + Math.max(...labels.map((label) => label.length)) * 6.6;
  // A slanted label ends below its bar, so the first one extends to the left.
  const firstWide = isSlanted ? (chart.points[0] ?? '').length * 5.2 - roughBand / 2 : 0;
  const left = Math.max(numbersWide, firstWide);
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const y = (value: number) => top + (1 - (value - low) / (high - low || 1)) * (height - top - bottom);
  const band = (width - left - 8) / chart.points.length;
  const x = (index: number) => left + band * (index + 0.5);
  const every = isSlanted ? Math.max(1, Math.ceil(14 / band)) : Math.max(1, Math.ceil((maxLabel * 6.6 + 8) / band));
  return {
    width,
    height,
    left,
    isSlanted,
    labelsAt: height - bottom + (isSlanted ? 14 : 20),
    ticks: ticks.map((tick, index) => ({ at: y(tick), label: labels[index] ?? '' })),
    labels: chart.points.map((label, index) => ({ at: x(index), label, isShown: index % every === 0 })),
    series: chart.series.map(({ name, values }, index) => {
      const dots = values.flatMap((value, point) =>
        value === null ? [] : [{ x: x(point), y: y(value), label: labelFor(chart, name, point, value), point }],
      );
      if (chart.kind === 'line') return { name, paths: pathsOf(dots), dots, bars: [] };
      const wide = Math.min(46, (band * 0.72) / chart.series.length);
      const shift = (index - chart.series.length / 2) * wide;
      const base = y(Math.max(low, Math.min(0, high)));
      const bars = dots.map((dot) => ({
        ...dot,
        x: dot.x + shift + 1,
        y: Math.min(dot.y, base),
        width: wide - 2,
        height: Math.max(1, Math.abs(base - dot.y)),
      }));
      return { name, paths: [], dots: [], bars };
    }),
  };
}

/** One line per run of points without a gap. */
function pathsOf(dots: readonly (Dot & { point: number })[]): string[] {
  const stretches: string[] = [];
  for (const [index, { x, y, point }] of dots.entries()) {
    const joins = dots[index - 1]?.point === point - 1;
    if (joins) stretches.push(`${stretches.pop()} L${x.toFixed(1)} ${y.toFixed(1)}`);
    else stretches.push(`M${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  return stretches;
}

/** Bars start at zero, because people read their length. */
function ticksFor({ kind, series }: Chart): number[] {
  const values = series.flatMap((row) => row.values.filter((value) => value !== null));
  const zero = kind === 'bar' ? [0] : [];
  return ticksBetween(Math.min(...zero, ...values), Math.max(...zero, ...values));
}

function shortNumber(value: number): string {
  return Intl.NumberFormat('en', {
    notation: Math.abs(value) >= 10_000 ? 'compact' : 'standard',
    maximumFractionDigits: 2,
  }).format(value);
}

function labelFor({ points, unit }: Chart, name: string, point: number, value: number): string {
  return `${name}, ${points[point]}: ${value.toLocaleString()}${unit ? ` ${unit}` : ''}`;
}
