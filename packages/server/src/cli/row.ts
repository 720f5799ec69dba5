import type { ThreadNode } from '@retinue/protocol';
import { cut, oneLine, widthOf } from '../projections/text.ts';
import type { Paint } from './paint.ts';

/** One row of a drawn tree, before it is fitted to the width of a screen. */
export interface Row {
  /** The lines of the tree to the left. */
  branch: string;
  agent: ThreadNode['thread']['agent'];
  title: string;
  state: string;
  /** `↳ queryDataset`, an attempt, a reason. */
  note: string;
  figures: string;
}

/** The title gives way first, then the figures, then the note: who and how it stands are seen even on a narrow screen. */
export function fitRow(row: Row, columns: number, paint: Paint): string {
  const { branch, agent, state } = row;
  const title = oneLine(row.title);
  const note = oneLine(row.note);
  const named = { ...agent, name: oneLine(agent.name) };
  const badge = paint.badge(named);
  const taken = widthOf(branch) + widthOf(badge) + 2 + widthOf(state);
  for (const { tail, least } of tails(note, row.figures)) {
    const left = columns - taken - widthOf(tail) - 2;
    if (left < Math.min(least, widthOf(title))) continue;
    return `${paint.dim(branch)}${badge}  ${cut(title, left)}  ${paint.state(state)}${paint.dim(tail)}`;
  }
  if (taken <= columns) return `${paint.dim(branch)}${badge}  ${paint.state(state)}`;
  return cut(`${branch}${named.name} ${state}`, columns);
}

function tails(note: string, figures: string): { tail: string; least: number }[] {
  const noted = note === '' ? '' : `  ${note}`;
  const figured = figures === '' ? '' : `  ${figures}`;
  return [
    { tail: noted + figured, least: 24 },
    { tail: noted, least: 16 },
    { tail: '', least: 8 },
  ];
}
