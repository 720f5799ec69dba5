import { type CallState, chartOf, type Item, reasonText, type TaskNode, type ThreadNode } from '@retinue/protocol';
import { cost, count, duration, importNote, taskNote } from '../../views/figures.ts';
import { oneLine } from '../../views/plain-text.ts';
import { drawChart } from '../chart/draw-chart.ts';
import { statusLabels } from '../output/copy.ts';
import type { Paint } from '../output/paint.ts';
import { cut, widthOf } from '../output/width.ts';
import { drawRow, joined, taskFigures } from './draw-row.ts';

export interface TreePage {
  now: number;
  columns: number;
  paint: Paint;
}

/** A chat's whole tree: messages, calls, attempts, questions, and what it all cost. */
export function drawTree(chat: ThreadNode, page: TreePage): string[] {
  const { agent, title, status, outcome, openedAt, imported, threadId } = chat.thread;
  const figures = joined([count(tasksIn(chat), 'task'), duration((outcome?.at ?? page.now) - openedAt), cost(chat)]);
  const row = { branch: '', agent, title, status, note: outcome?.reason ? reasonText(outcome.reason) : '', figures };
  return [
    drawRow(row, page.columns, page.paint),
    page.paint.dim(threadId),
    ...(imported ? [page.paint.dim(cut(importNote(imported), page.columns))] : []),
    ...linesBelow(chat, '', page),
  ];
}

type DrawEntry = (branch: string, indent: string) => string[];

function linesBelow(node: ThreadNode, indent: string, page: TreePage): string[] {
  const entries = node.thread.items.flatMap((item) => drawItem(node, item, page));
  return entries.flatMap((draw, index) => {
    const isLast = index === entries.length - 1;
    return draw(`${indent}${isLast ? '└─ ' : '├─ '}`, `${indent}${isLast ? '   ' : '│  '}`);
  });
}

function drawItem(node: ThreadNode, item: Item, page: TreePage): DrawEntry[] {
  if (item.type === 'message') {
    if (item.from !== 'person') return [];
    return [(branch) => [drawText(page, branch, `» ${oneLine(item.text)}`)]];
  }
  return item.calls.map((call) => {
    const attempts = node.tasks.filter((task) => task.call === call);
    if (attempts.length === 0) return (branch, indent) => callLines(call, branch, indent, page);
    return (branch, indent) =>
      attempts.flatMap((task, index) => {
        const mark = task.task.reactivates ? '→' : '↻';
        return taskLines(task, index === 0 ? branch : `${indent}${mark} `, indent, page);
      });
  });
}

function callLines(call: CallState, branch: string, indent: string, page: TreePage): string[] {
  if (call.question && call.startedAt === null) return questionLines(call, call.question, branch, indent, page);
  const { paint, columns } = page;
  const name = oneLine(call.name);
  const label = statusLabels[call.status];
  const time = call.endedAt === null ? '' : duration(call.endedAt - (call.startedAt ?? call.requestedAt));
  const attempt = call.attempt > 1 ? `attempt ${call.attempt}` : '';
  const room = columns - widthOf(branch) - widthOf(name) - label.length - 5;
  if (room < 0) return [cut(`${branch}${name} ${label}`, columns)];
  const tail = cut(oneLine(joined([attempt, time, call.error ? reasonText(call.error) : ''])), Math.min(room, maxTail));
  const args = cut(oneLine(JSON.stringify(call.args)), Math.min(room - widthOf(tail), maxArgs));
  const chart = chartOf(call);
  const chartLines = chart ? drawChart(chart, columns - widthOf(indent), paint) : [];
  return [
    `${paint.dim(branch)}${name} ${paint.dim(args)}  ${paint.status(call.status)}  ${paint.dim(tail)}`,
    ...chartLines.map((line) => `${paint.dim(indent)}${line}`),
  ];
}

function questionLines(
  call: CallState,
  question: NonNullable<CallState['question']>,
  branch: string,
  indent: string,
  page: TreePage,
): string[] {
  const { kind, text, options, status, answer, questionId } = question;
  const args = kind === 'approval' ? ` ${oneLine(JSON.stringify(call.args))}` : '';
  const choices = options.length > 0 ? ` [${oneLine(options.join(' | '))}]` : '';
  const state = { answered: `answered: ${oneLine(answer ?? '')}`, withdrawn: 'withdrawn', open: `open: ${questionId}` };
  return [drawText(page, branch, `? ${oneLine(text)}${args}${choices}`), drawText(page, `${indent}  `, state[status])];
}

function taskLines(node: TaskNode, branch: string, indent: string, page: TreePage): string[] {
  const { task, status, child } = node;
  if (!child)
    return [drawText(page, branch, `${oneLine(task.title)} (${statusLabels[status]}, its thread is missing)`)];
  const note = joined([taskNote(task), task.outcome?.reason ? reasonText(task.outcome.reason) : '']);
  const figures = taskFigures(page.now, node);
  return [
    drawRow({ branch, agent: child.thread.agent, title: task.title, status, note, figures }, page.columns, page.paint),
    `${indent}${page.paint.dim(task.taskId)}`,
    ...linesBelow(child, indent, page),
  ];
}

function drawText({ columns, paint }: TreePage, branch: string, text: string): string {
  return `${paint.dim(branch)}${cut(text, Math.max(1, columns - branch.length))}`;
}

function tasksIn(node: ThreadNode): number {
  return node.tasks.reduce((sum, task) => sum + 1 + (task.child ? tasksIn(task.child) : 0), 0);
}

const maxArgs = 100;
const maxTail = 100;
