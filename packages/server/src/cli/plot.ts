import type { Chart } from '@retinue/protocol';
import { cut, oneLine } from '../projections/text.ts';
import { plotBars } from './plot-bars.ts';
import { plotLines } from './plot-lines.ts';
import type { Tint } from './plot-text.ts';

/**
 * A chart as lines for a terminal of so many columns; none where they are too few to see anything. What models wrote is
 * cut to size and cannot move the cursor.
 */
export function plotChart(chart: Chart, columns: number, paint: Tint): string[] {
  if (columns < narrowest) return [];
  const width = Math.min(columns, widest);
  const clean = cleaned(chart);
  const [only, ...others] = clean.series;
  const whose = only && others.length === 0 ? ` (${only.name})` : '';
  const unit = clean.unit ? `, ${clean.unit}` : '';
  const title = paint.bold(cut(`${clean.title}${whose}${unit}`, width));
  const body =
    chart.kind === 'line' && chart.points.length > 1 ? plotLines(clean, width, paint) : plotBars(clean, width, paint);
  return [title, ...body];
}

const narrowest = 24;
const widest = 76;

function cleaned(chart: Chart): Chart {
  return {
    ...chart,
    title: oneLine(chart.title),
    unit: oneLine(chart.unit),
    points: chart.points.map(oneLine),
    series: chart.series.map(({ name, values }) => ({ name: oneLine(name), values })),
  };
}
