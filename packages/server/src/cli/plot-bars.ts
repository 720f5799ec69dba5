import type { Chart } from '@retinue/protocol';
import { widthOf } from '../projections/text.ts';
import { axisNumber, padded, type Tint, valueNumber } from './plot-text.ts';

/** A bar for each point; of several series, a group of bars. Bars below zero go to the left of it. */
export function plotBars({ points, series }: Chart, width: number, paint: Tint): string[] {
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const labels = series.length === 1 ? points : [...points, ...series.map(({ name }) => `  ${name}`)];
  const labelWidth = Math.min(Math.max(...labels.map(widthOf)), Math.floor(width / 3));
  const isTight = values.some((value) => valueNumber(value).length > width / 3);
  const told = isTight ? axisNumber : valueNumber;
  const numberWidth = Math.max(...values.map((value) => told(value).length), 1);
  const room = Math.max(width - labelWidth - numberWidth - 2, 4);
  const span = most - least || 1;
  const left = Math.round((-least / span) * room);
  const bar = (value: number | null, index: number) => {
    if (value === null) return paint.dim('–');
    const drawn =
      value < 0
        ? leftBar(-value / span, room, left)
        : `${' '.repeat(left)}${rightBar(value / span, room - (least < 0 ? 1 : 0))}`;
    return `${paint.series(index, drawn)} ${told(value)}`;
  };
  return points.flatMap((point, place) => {
    const rows = series.map(({ name, values: own }, index) => ({
      label: series.length === 1 ? point : `  ${name}`,
      bar: bar(own[place] ?? null, index),
    }));
    const lines = rows.map(({ label, bar: drawn }) => `${padded(label, labelWidth)} ${drawn}`);
    return series.length === 1 ? lines : [padded(point, labelWidth).trimEnd(), ...lines];
  });
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

function rightBar(share: number, room: number): string {
  const parts = Math.round(share * room * 8);
  const bar = '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '');
  return bar === '' ? '▏' : bar;
}

/** There are no blocks that fill a cell from the right in eighths: halves must do. */
function leftBar(share: number, room: number, left: number): string {
  const halves = Math.max(1, Math.round(share * room * 2));
  const bar = `${halves % 2 === 1 ? '▐' : ''}${'█'.repeat(Math.floor(halves / 2))}`;
  return bar.padStart(left);
}
