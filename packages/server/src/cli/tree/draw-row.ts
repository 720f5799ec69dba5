import type { TaskNode, ThreadNode, ThreadState } from '@retinue/protocol';
import { count, duration, rowCost } from '../../views/figures.ts';
import { oneLine } from '../../views/plain-text.ts';
import { statusLabels } from '../output/copy.ts';
import type { Paint, WorkStatus } from '../output/paint.ts';
import { cut, widthOf } from '../output/width.ts';

/** One row of a drawn tree, before it is fitted to the width of a screen. */
export interface TreeRow {
  /** The lines of the tree to the left. */
  branch: string;
  agent: ThreadState['agent'];
  title: string;
  status: WorkStatus;
  /** Such as the running tool, an attempt or a reason. */
  note: string;
  figures: string;
}

/** On a narrow screen the title is cut first, then the figures and the note are left out. Agent and status stay. */
export function drawRow(row: TreeRow, columns: number, paint: Paint): string {
  const { branch, agent, status } = row;
  const [title, note, name] = [row.title, row.note, agent.name].map(oneLine) as [string, string, string];
  const badge = paint.badge({ ...agent, name });
  const label = statusLabels[status];
  const taken = widthOf(branch) + widthOf(badge) + 2 + widthOf(label);
  const noted = note === '' ? '' : `  ${note}`;
  const tails = [
    { tail: row.figures === '' ? noted : `${noted}  ${row.figures}`, minTitle: 24 },
    { tail: noted, minTitle: 16 },
    { tail: '', minTitle: 8 },
  ];
  for (const { tail, minTitle } of tails) {
    const left = columns - taken - widthOf(tail) - 2;
    if (left < Math.min(minTitle, widthOf(title))) continue;
    return `${paint.dim(branch)}${badge}  ${cut(title, left)}  ${paint.status(status)}${paint.dim(tail)}`;
  }
  if (taken <= columns) return `${paint.dim(branch)}${badge}  ${paint.status(status)}`;
  return cut(`${branch}${name} ${label}`, columns);
}

export function taskFigures(now: number, { task, child }: Pick<TaskNode, 'task' | 'child'>): string {
  const time = task.endedAt ? duration(task.endedAt - task.openedAt) : ticking(now - task.openedAt);
  return joined([task.endedAt ? count(child ? callsIn(child) : 0, 'call') : '', time, child ? rowCost(child) : '']);
}

/** Without milliseconds, for a row that is drawn again and again. */
export function ticking(milliseconds: number): string {
  return milliseconds < 1000 ? `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s` : duration(milliseconds);
}

export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

/** Calls of a thread itself. Its tasks are among them. */
function callsIn({ thread }: ThreadNode): number {
  return thread.items.reduce((sum, item) => sum + (item.type === 'step' ? item.calls.length : 0), 0);
}
