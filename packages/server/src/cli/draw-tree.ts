import { type CallState, chartOf, type Item, type TaskNode, type ThreadNode } from '@retinue/protocol';
import { cost, count, duration } from '../projections/figures.ts';
import { importedWords } from '../projections/imported-words.ts';
import { taskWords } from '../projections/task-words.ts';
import { cut, oneLine, widthOf } from '../projections/text.ts';
import { rootWords, taskFigures } from './draw-live.ts';
import type { Paint } from './paint.ts';
import { plotChart } from './plot.ts';
import { fitRow } from './row.ts';

export interface Page {
  now: number;
  columns: number;
  paint: Paint;
}

/** A chat's whole tree as it stands: what was said, every call, every attempt, what is asked, and what it all cost. */
export function drawTree(chat: ThreadNode, page: Page): string[] {
  const { thread } = chat;
  const ended = thread.outcome?.at ?? page.now;
  const time = duration(ended - thread.openedAt);
  const figures = `${count(tasksIn(chat), 'task')} · ${time} · ${cost(chat)}`;
  const note = thread.outcome?.reason ?? '';
  const row = { branch: '', agent: thread.agent, title: thread.title, state: rootWords[thread.status], note, figures };
  const imported = thread.imported ? [page.paint.dim(cut(importedWords(thread.imported), page.columns))] : [];
  return [
    fitRow(row, page.columns, page.paint),
    page.paint.dim(thread.threadId),
    ...imported,
    ...below(chat, '', page),
  ];
}

type Entry = (branch: string, indent: string) => string[];

function below(node: ThreadNode, indent: string, page: Page): string[] {
  const entries = node.thread.items.flatMap((item) => entriesOf(node, item, page));
  return entries.flatMap((entry, index) => {
    const isLast = index === entries.length - 1;
    return entry(`${indent}${isLast ? '└─ ' : '├─ '}`, `${indent}${isLast ? '   ' : '│  '}`);
  });
}

function entriesOf(node: ThreadNode, item: Item, page: Page): Entry[] {
  if (item.type === 'message') {
    if (item.from !== 'person') return [];
    return [(branch) => [line(page, branch, `» ${oneLine(item.text)}`)]];
  }
  return item.calls.map((call) => {
    const attempts = node.tasks.filter((task) => task.call === call);
    if (attempts.length === 0) return (branch, indent) => callLines(call, branch, indent, page);
    return (branch, indent) =>
      attempts.flatMap((task, index) =>
        taskLines(task, index === 0 ? branch : `${indent}${againMark(task)} `, indent, page),
      );
  });
}

/** Another try, or the same one going on. */
function againMark({ task }: TaskNode): string {
  return task.reactivates ? '→' : '↻';
}

function callLines(call: CallState, branch: string, indent: string, page: Page): string[] {
  if (call.question && call.startedAt === null) return questionLines(call, call.question, branch, indent, page);
  const { paint, columns } = page;
  const name = oneLine(call.name);
  const time = call.endedAt === null ? '' : duration(call.endedAt - (call.startedAt ?? call.requestedAt));
  const attempt = call.attempt > 1 ? `attempt ${call.attempt}` : '';
  const tail = oneLine([attempt, time, call.error ?? ''].filter((part) => part !== '').join(' · '));
  const room = columns - widthOf(branch) - widthOf(name) - call.status.length - 5;
  if (room < 0) return [cut(`${branch}${name} ${call.status}`, columns)];
  const told = cut(tail, Math.min(room, longestTail));
  const args = cut(oneLine(JSON.stringify(call.args)), Math.min(room - widthOf(told), longestArgs));
  const row = `${paint.dim(branch)}${name} ${paint.dim(args)}  ${paint.state(call.status)}  ${paint.dim(told)}`;
  return [row, ...drawing(call, indent, page)];
}

/** A chart is worth its lines where it was drawn. */
function drawing(call: CallState, indent: string, { paint, columns }: Page): string[] {
  const chart = chartOf(call);
  const lines = chart ? plotChart(chart, columns - widthOf(indent), paint) : [];
  return lines.map((one) => `${paint.dim(indent)}${one}`);
}

function questionLines(
  call: CallState,
  question: NonNullable<CallState['question']>,
  branch: string,
  indent: string,
  page: Page,
): string[] {
  const { kind, text, options, status, answer, questionId } = question;
  const args = kind === 'approval' ? ` ${oneLine(JSON.stringify(call.args))}` : '';
  const asked = `? ${oneLine(text)}${args}${options.length > 0 ? ` [${oneLine(options.join(' | '))}]` : ''}`;
  const told =
    status === 'answered'
      ? `answered: ${oneLine(answer ?? '')}`
      : status === 'withdrawn'
        ? 'withdrawn'
        : `open: ${questionId}`;
  return [line(page, branch, asked), line(page, `${indent}  `, told)];
}

function taskLines(node: TaskNode, branch: string, indent: string, page: Page): string[] {
  const { task, status, child } = node;
  if (!child) return [line(page, branch, `${task.title} (${status}, its thread is missing)`)];
  const note = [taskWords(task), task.outcome?.reason ?? ''].filter((part) => part !== '').join(' · ');
  const row = {
    branch,
    agent: child.thread.agent,
    title: task.title,
    state: status,
    note,
    figures: taskFigures(page.now, node),
  };
  return [
    fitRow(row, page.columns, page.paint),
    `${indent}${page.paint.dim(task.taskId)}`,
    ...below(child, indent, page),
  ];
}

function line({ columns, paint }: Page, branch: string, text: string): string {
  return `${paint.dim(branch)}${cut(text, Math.max(1, columns - branch.length))}`;
}

function tasksIn(node: ThreadNode): number {
  return node.tasks.reduce((sum, task) => sum + 1 + (task.child ? tasksIn(task.child) : 0), 0);
}

const longestArgs = 100;
const longestTail = 100;
