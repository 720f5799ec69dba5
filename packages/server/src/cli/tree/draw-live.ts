import type { Draft, TaskNode, ThreadId, ThreadNode, ThreadState } from '@retinue/protocol';
import { reasonText, retryMessage, retryWait } from '@retinue/protocol';
import { cost, count, taskNote } from '../../views/figures.ts';
import { oneLine, withoutControls } from '../../views/plain-text.ts';
import type { Paint } from '../output/paint.ts';
import { cut, wrap } from '../output/width.ts';
import type { TreeRow } from './draw-row.ts';
import { drawRow, joined, taskFigures, ticking } from './draw-row.ts';

export interface LiveTrees {
  chats: readonly ThreadNode[];
  draftOf(threadId: ThreadId): Draft | null;
  now: number;
  columns: number;
  rows: number;
  paint: Paint;
}

/** Running trees as lines that fit the screen, and below them the text that the chats are writing. */
export function drawLive(trees: LiveTrees): string[] {
  const { chats, columns, rows, paint } = trees;
  const text = chats.map(({ thread }) => draftText(trees.draftOf(thread.threadId))).join('\n');
  const written = text.trim() === '' ? [] : wrap(text.trim(), columns);
  const textRows = Math.min(written.length === 0 ? 0 : written.length + 1, Math.max(0, Math.floor(rows / 3)));
  const drawn = chats.flatMap((chat) => rowsOf(trees, chat));
  const kept = keepHeaviest(drawn, rows - textRows);
  const lines = kept.shown.map(({ row }) => drawRow(row, columns, paint));
  if (kept.hidden > 0) lines.push(paint.dim(cut(`… ${count(kept.hidden, 'more row')}`, columns)));
  const maxRows = Math.min(rows - lines.length, written.length + 1);
  if (maxRows < 2 || written.length === 0) return lines;
  return [...lines, '', ...written.slice(1 - maxRows)];
}

interface LiveRow {
  row: TreeRow;
  /** The heaviest rows stay when the screen is too small. */
  weight: number;
}

function rowsOf(trees: LiveTrees, chat: ThreadNode): LiveRow[] {
  const { agent, title, status, items, openedAt, outcome } = chat.thread;
  const since = items.findLast((item) => item.type === 'message' && item.from !== 'system')?.at ?? openedAt;
  const figures = `${ticking((outcome?.at ?? trees.now) - since)} · ${cost(chat)}`;
  const row = { branch: '', agent, title, status, note: activity(trees, chat.thread), figures };
  return [{ row, weight: 10 }, ...rowsBelow(trees, chat, '')];
}

function rowsBelow(trees: LiveTrees, { tasks }: ThreadNode, indent: string): LiveRow[] {
  return tasks.flatMap((task, index) => {
    if (!task.child) return [];
    const isLast = index === tasks.length - 1;
    const row = taskRow(trees, task, task.child, `${indent}${isLast ? '└─ ' : '├─ '}`);
    const children = rowsBelow(trees, task.child, `${indent}${isLast ? '   ' : '│  '}`);
    return [{ row, weight: weights[task.status] }, ...children];
  });
}

function taskRow(trees: LiveTrees, node: TaskNode, child: ThreadNode, branch: string): TreeRow {
  const { task, status, queuePlace } = node;
  const queued = queuePlace ? `number ${queuePlace} in the queue` : '';
  const live = status === 'running' || status === 'waiting' ? activity(trees, child.thread) : '';
  const reason = status === 'failed' && task.outcome?.reason ? reasonText(task.outcome.reason) : '';
  const note = joined([taskNote(task), queued, live, reason]);
  return { branch, agent: child.thread.agent, title: task.title, status, note, figures: taskFigures(trees.now, node) };
}

/** The running tool; between two calls the last one, so that the row does not flicker. */
function activity({ draftOf, now }: LiveTrees, thread: ThreadState): string {
  if (thread.outcome) return '';
  if (thread.openCalls.some((call) => call.waitsFor === 'person')) return '↳ asks you';
  const wait = retryWait(thread, now);
  if (wait) return `↳ ${oneLine(retryMessage(wait))}`;
  const written = draftOf(thread.threadId)?.parts.at(-1);
  if (written?.type === 'text') return '';
  const requested = written?.type === 'call' ? written.name : null;
  const step = thread.items.findLast((item) => item.type === 'step' && item.calls.length > 0);
  const calls = step?.type === 'step' ? step.calls : [];
  const running = calls.filter((call) => call.endedAt === null);
  const name = requested ?? (running[0] ?? calls.at(-1))?.name;
  const others = running.length > 1 && !requested ? ` ×${running.length}` : '';
  return name ? `↳ ${name}${others}` : '';
}

/** When there are too many rows, finished ones go first, and a line says how many are not shown. */
function keepHeaviest(rows: LiveRow[], maxRows: number): { shown: LiveRow[]; hidden: number } {
  if (rows.length <= maxRows) return { shown: rows, hidden: 0 };
  const space = Math.max(0, maxRows - 1);
  const kept = new Set(rows.toSorted((left, right) => right.weight - left.weight).slice(0, space));
  return { shown: rows.filter((row) => kept.has(row)), hidden: maxRows > 0 ? rows.length - space : 0 };
}

function draftText(draft: Draft | null): string {
  const parts = draft?.parts ?? [];
  return withoutControls(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'));
}

const weights: Record<TaskNode['status'], number> = {
  waiting: 5,
  running: 4,
  failed: 3,
  pending: 2,
  cancelled: 1,
  success: 0,
};
