import type { CallState, Item, TaskNode, ThreadNode } from '@retinue/protocol';
import { rootWords, taskFigures } from './draw-live.ts';
import { count, duration, tokens } from './figures.ts';
import type { Paint } from './paint.ts';
import { fitRow } from './row.ts';
import { cut, oneLine } from './text.ts';

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
  const figures = `${count(tasksIn(chat), 'task')} · ${time} · ${tokens(chat)}`;
  const note = thread.outcome?.reason ?? '';
  const row = { branch: '', agent: thread.agent, title: thread.title, state: rootWords[thread.status], note, figures };
  return [fitRow(row, page.columns, page.paint), page.paint.dim(thread.threadId), ...below(chat, '', page)];
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
      attempts.flatMap((task, index) => taskLines(task, index === 0 ? branch : `${indent}↻ `, indent, page));
  });
}

function callLines(call: CallState, branch: string, indent: string, page: Page): string[] {
  const { question } = call;
  if (question) return questionLines(question, branch, indent, page);
  const time = call.endedAt === null ? '' : duration(call.endedAt - (call.startedAt ?? call.requestedAt));
  const args = call.args === null ? '' : JSON.stringify(call.args);
  const state = page.paint.state(call.status);
  const tail = [call.attempt > 1 ? `attempt ${call.attempt}` : '', time, call.error ?? '']
    .filter((part) => part !== '')
    .join(' · ');
  const room = Math.max(
    8,
    Math.min(longestArgs, page.columns - branch.length - call.name.length - call.status.length - tail.length - 6),
  );
  const shown = cut(oneLine(args), room);
  return [
    `${page.paint.dim(branch)}${oneLine(call.name)} ${page.paint.dim(shown)}  ${state}  ${page.paint.dim(cut(oneLine(tail), longestArgs))}`.trimEnd(),
  ];
}

function questionLines(
  question: NonNullable<CallState['question']>,
  branch: string,
  indent: string,
  page: Page,
): string[] {
  const { text, options, status, answer, questionId } = question;
  const asked = `? ${oneLine(text)}${options.length > 0 ? ` [${oneLine(options.join(' | '))}]` : ''}`;
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
  const attempt = task.attempt > 1 ? `attempt ${task.attempt}` : '';
  const note = [attempt, task.outcome?.reason ?? ''].filter((part) => part !== '').join(' · ');
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

export function tasksIn(node: ThreadNode): number {
  return node.tasks.reduce((sum, task) => sum + 1 + (task.child ? tasksIn(task.child) : 0), 0);
}

const longestArgs = 100;
