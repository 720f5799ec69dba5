import type { Draft, TaskNode, ThreadId, ThreadNode, ThreadState } from '@retinue/protocol';
import { retryMessage, retryWait } from '@retinue/protocol';
import { callsIn, cost, count, duration, ticking } from '../projections/figures.ts';
import { taskWords } from '../projections/task-words.ts';
import { oneLine, withoutControls, wrap } from '../projections/text.ts';
import type { Paint } from './paint.ts';
import type { Row } from './row.ts';
import { fitRow } from './row.ts';

export interface Scene {
  chats: readonly ThreadNode[];
  draftOf(threadId: ThreadId): Draft | null;
  now: number;
  columns: number;
  rows: number;
  paint: Paint;
}

/** Trees at work as lines that fit the screen, and below them what the root is writing. */
export function drawLive(scene: Scene): string[] {
  const { chats, columns, rows, paint } = scene;
  const words = chats.map(({ thread }) => textOf(scene.draftOf(thread.threadId))).join('\n');
  const writing = words.trim() === '' ? [] : wrap(words.trim(), columns);
  const forWords = Math.min(writing.length === 0 ? 0 : writing.length + 1, Math.max(0, Math.floor(rows / 3)));
  const drawn = chats.flatMap((chat) => rowsOf(scene, chat));
  const kept = keepWhatMatters(drawn, rows - forWords);
  const lines = kept.shown.map(({ row }) => fitRow(row, columns, paint));
  if (kept.hidden > 0) lines.push(paint.dim(oneLine(`… ${count(kept.hidden, 'row')} more`).slice(0, columns)));
  const room = Math.min(rows - lines.length, writing.length + 1);
  if (room < 2 || writing.length === 0) return lines;
  return [...lines, '', ...writing.slice(1 - room)];
}

interface LiveRow {
  row: Row;
  /** Higher stays longer when the screen is too small. */
  weight: number;
}

function rowsOf(scene: Scene, chat: ThreadNode): LiveRow[] {
  const { thread } = chat;
  const state = rootWords[thread.status];
  const since =
    thread.items.findLast((item) => item.type === 'message' && item.from !== 'system')?.at ?? thread.openedAt;
  const figures = `${ticking((thread.outcome?.at ?? scene.now) - since)} · ${cost(chat)}`;
  const row = { branch: '', agent: thread.agent, title: thread.title, state, note: toolNote(scene, thread), figures };
  return [{ row, weight: 10 }, ...below(scene, chat, '')];
}

function below(scene: Scene, { tasks }: ThreadNode, indent: string): LiveRow[] {
  return tasks.flatMap((task, index) => {
    const isLast = index === tasks.length - 1;
    const row = taskRow(scene, task, `${indent}${isLast ? '└─ ' : '├─ '}`);
    const children = task.child ? below(scene, task.child, `${indent}${isLast ? '   ' : '│  '}`) : [];
    return row ? [{ row, weight: weights[task.status] }, ...children] : children;
  });
}

function taskRow(scene: Scene, { task, status, child, queuePlace }: TaskNode, branch: string): Row | null {
  if (!child) return null;
  const attempt = taskWords(task);
  const queued = queuePlace ? `${queuePlace} in line` : '';
  const live = status === 'running' || status === 'waiting' ? toolNote(scene, child.thread) : '';
  const reason = status === 'failed' ? (task.outcome?.reason ?? '') : '';
  const note = [attempt, queued, live, reason].filter((part) => part !== '').join(' · ');
  return {
    branch,
    agent: child.thread.agent,
    title: task.title,
    state: status,
    note,
    figures: taskFigures(scene.now, { task, child }),
  };
}

export function taskFigures(now: number, { task, child }: Pick<TaskNode, 'task' | 'child'>): string {
  const calls = child ? callsIn(child) : 0;
  const time = task.endedAt ? duration(task.endedAt - task.openedAt) : ticking(now - task.openedAt);
  return [task.endedAt ? count(calls, 'call') : '', time, child ? cost(child) : '']
    .filter((part) => part !== '')
    .join(' · ');
}

/** The tool at work; between two of them the last one, so that the row does not flicker. */
function toolNote({ draftOf, now }: Scene, thread: ThreadState): string {
  if (thread.outcome) return '';
  const asking = thread.openCalls.find((call) => call.waitsFor === 'person');
  if (asking) return '↳ asks you';
  const wait = retryWait(thread, now);
  if (wait) return `↳ ${oneLine(retryMessage(wait))}`;
  const writing = draftOf(thread.threadId)?.parts.at(-1);
  if (writing?.type === 'text') return '';
  const spoken = writing?.type === 'call' ? writing.name : null;
  const step = thread.items.findLast((item) => item.type === 'step' && item.calls.length > 0);
  const calls = step?.type === 'step' ? step.calls : [];
  const running = calls.filter((call) => call.endedAt === null);
  const name = spoken ?? (running[0] ?? calls.at(-1))?.name;
  const others = running.length > 1 && !spoken ? ` ×${running.length}` : '';
  return name ? `↳ ${name}${others}` : '';
}

/** When the rows are too many, finished ones go first and a line says how many are not shown. */
function keepWhatMatters(rows: LiveRow[], room: number): { shown: LiveRow[]; hidden: number } {
  if (rows.length <= room) return { shown: rows, hidden: 0 };
  const space = Math.max(0, room - 1);
  const byWeight = rows
    .map((row, index) => ({ row, index }))
    .sort((left, right) => right.row.weight - left.row.weight || left.index - right.index);
  const kept = new Set(byWeight.slice(0, space).map(({ index }) => index));
  return { shown: rows.filter((_row, index) => kept.has(index)), hidden: room > 0 ? rows.length - space : 0 };
}

function textOf(draft: Draft | null): string {
  const parts = draft?.parts ?? [];
  return withoutControls(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'));
}

export const rootWords: Record<ThreadState['status'], string> = {
  idle: 'done',
  active: 'running',
  waiting_for_user: 'waiting',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

const weights: Record<TaskNode['status'], number> = {
  waiting: 5,
  running: 4,
  failed: 3,
  pending: 2,
  cancelled: 1,
  success: 0,
};
