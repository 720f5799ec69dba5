import type { CallState, Item, MessageItem, StepItem, TaskState, ThreadState } from '@retinue/protocol';
import { chartOf, isCompaction, joinBlocks, reasonText, seenAtStep } from '@retinue/protocol';
import { cost, count, duration, rowCost, taskNote } from '../../views/figures.ts';
import { oneLine, withoutControls } from '../../views/plain-text.ts';
import { resultText } from '../../views/result-text.ts';
import { drawChart } from '../chart/draw-chart.ts';
import { statusLabels } from '../output/copy.ts';
import type { Paint } from '../output/paint.ts';
import { cut, wrap } from '../output/width.ts';
import { joined } from './draw-row.ts';

export interface ThreadPage {
  columns: number;
  paint: Paint;
  /** Shortens nothing. */
  isFull: boolean;
  blobs: ReadonlyMap<string, string>;
}

/** One thread from its first message to its end: its agent, every step with its calls, and what it cost. */
export function drawThread(thread: ThreadState, page: ThreadPage): string[] {
  return [
    ...drawHead(thread, page),
    ...thread.items.flatMap((item) => ['', ...drawItem(thread, item, page)]),
    ...drawEnd(thread, page),
  ];
}

function drawHead(thread: ThreadState, page: ThreadPage): string[] {
  const { paint } = page;
  const { agent, parent, usage } = thread;
  const steps = count(thread.steps, 'step');
  const spent = `${usage.inputTokens} in, ${usage.outputTokens} out`;
  const estimated = usage.estimatedTokens > 0 ? `, ~${usage.estimatedTokens} estimated` : '';
  const title = paint.bold(cut(oneLine(thread.title), Math.max(8, page.columns - 30)));
  return [
    `${paint.badge({ ...agent, name: oneLine(agent.name) })}  ${title}  ${paint.status(thread.status)}`,
    paint.dim(thread.threadId),
    ...(parent ? [paint.dim(`for ${parent.taskId}, step ${parent.step} of ${parent.threadId}`)] : []),
    paint.dim(cut(oneLine(`${agent.model.provider}/${agent.model.id}`), page.columns)),
    paint.dim(`opened ${timeOf(thread.openedAt)}`),
    paint.dim(`${steps} · ${cost(thread)} (${spent}${estimated})`),
  ];
}

function drawItem(thread: ThreadState, item: Item, page: ThreadPage): string[] {
  return item.type === 'message' ? drawMessage(item, readNote(thread, item), page) : drawStep(item, page);
}

/** Says whether the thread has read a person's message, and when. */
function readNote({ items }: ThreadState, { from, seq }: MessageItem): string {
  if (from !== 'person') return '';
  const step = seenAtStep(
    items.filter((item) => item.type === 'step'),
    seq,
  );
  return step === null ? ' · not read yet' : ` · read at step ${step}`;
}

/** One line of the system prompt is enough, unless everything is requested. */
function drawMessage({ from, text, at }: MessageItem, read: string, page: ThreadPage): string[] {
  const when = cut(`${timeOf(at)}${read}`, Math.max(1, page.columns - speakers[from].length - 1));
  const head = `${page.paint.bold(speakers[from])} ${page.paint.dim(when)}`;
  const isFolded = from === 'system' && !page.isFull;
  return [head, ...(isFolded ? [folded(text, page)] : block(text, page, '  '))];
}

const speakers = {
  system: 'System',
  person: 'Person',
  parent: 'Instruction',
  task: 'Task',
  context: 'Context',
} as const;

function drawStep(step: StepItem, page: ThreadPage): string[] {
  const { paint } = page;
  const time = step.endedAt === null ? 'running' : duration(step.endedAt - step.at);
  const attempt = step.attempt > 1 ? `attempt ${step.attempt}` : '';
  const figures = joined([time, rowCost(step), attempt, step.kind === 'answer' ? '' : step.kind]);
  const cutNote = step.cut ? [`  ${paint.status('interrupted')} ${oneLine(reasonText(step.cut.message))}`] : [];
  return [
    `${paint.bold(`Step ${step.step}`)} ${paint.dim(figures)}`,
    ...(isCompaction(step) && !step.cut ? [folded(compactionNote, page)] : []),
    ...joinBlocks(step.parts).flatMap((part) => {
      if (part.type === 'text') return block(part.text, page, '  ');
      return part.type === 'reasoning' ? drawReasoning(part.text, page) : [];
    }),
    ...cutNote,
    ...step.calls.flatMap((call) => drawCall(call, page)),
  ];
}

const compactionNote = 'The messages above are kept. From here on the model reads this summary of them:';

function drawReasoning(text: string, page: ThreadPage): string[] {
  if (text.trim() === '') return [];
  return page.isFull ? block(`(thinking) ${text}`, page, '  ') : [folded(`(thinking) ${text}`, page)];
}

function drawCall(call: CallState, page: ThreadPage): string[] {
  const { paint } = page;
  const time = call.endedAt === null ? '' : ` · ${duration(call.endedAt - (call.startedAt ?? call.requestedAt))}`;
  const attempt = call.attempt > 1 ? ` · attempt ${call.attempt}` : '';
  const chart = chartOf(call);
  return [
    `  ${paint.bold(oneLine(call.name))}  ${paint.status(call.status)}${paint.dim(`${time}${attempt} · ${call.callId}`)}`,
    ...block(argsText(call.args, page), page, '    '),
    ...call.tasks.flatMap((task) => drawTask(task, page)),
    ...drawQuestion(call, page),
    ...(call.error === null ? [] : block(`error: ${reasonText(call.error)}`, page, '    ')),
    ...(chart ? drawChart(chart, page.columns - 4, paint).map((line) => `    ${line}`) : drawResult(call, page)),
    ...(call.late
      ? block(
          `late result: ${statusLabels[call.late.status]} ${resultText(call.late.output, page.blobs)}`,
          page,
          '    ',
        )
      : []),
  ];
}

/** The result of a task is drawn with the task. */
function drawResult(call: CallState, page: ThreadPage): string[] {
  if (call.output === null || call.tasks.length > 0) return [];
  return block(`→ ${resultText(call.output, page.blobs)}`, page, '    ');
}

function argsText(args: CallState['args'], { isFull }: ThreadPage): string {
  return isFull ? JSON.stringify(args, null, 2) : JSON.stringify(args);
}

function drawTask(task: TaskState, page: ThreadPage): string[] {
  const { paint } = page;
  const time = task.endedAt === null ? '' : duration(task.endedAt - task.openedAt);
  const figures = joined([time, task.outcome ? rowCost(task.outcome) : '', taskNote(task)]);
  const status = paint.status(task.outcome?.status ?? 'running');
  return [
    `    task ${task.taskId}  ${status}${figures === '' ? '' : paint.dim(` · ${figures}`)}`,
    `    ${paint.dim(`thread ${task.childThreadId}`)}`,
    ...(task.context ? [`    ${paint.dim(contextNote(task.context))}`] : []),
    ...(task.outcome?.reason ? block(`reason: ${reasonText(task.outcome.reason)}`, page, '    ') : []),
    ...(task.outcome?.result ? block(`→ ${task.outcome.result}`, page, '    ') : []),
  ];
}

/** Counts the additional context; the child's thread has its text. */
function contextNote({ messages, results }: NonNullable<TaskState['context']>): string {
  const given = [count(messages.length, 'message'), count(results.length, 'result')];
  return `additional context: ${given.filter((part) => !part.startsWith('0 ')).join(', ')}`;
}

function drawQuestion({ question }: CallState, page: ThreadPage): string[] {
  if (!question) return [];
  const { text, options, status, answer, questionId } = question;
  const choices = options.length > 0 ? ` [${options.join(' | ')}]` : '';
  const state = { answered: `answered: ${answer ?? ''}`, withdrawn: 'withdrawn', open: `open: ${questionId}` };
  return [...block(`? ${text}${choices}`, page, '    '), ...block(state[status], page, '    ')];
}

/** A result that is the text of the last step is not repeated. */
function drawEnd({ outcome, items }: ThreadState, page: ThreadPage): string[] {
  if (!outcome) return [];
  const last = items.findLast((item) => item.type === 'step');
  const isShown = last?.parts.some((part) => part.type === 'text' && part.text.trim() === outcome.result.trim());
  const reason = outcome.reason && outcome.reason.code !== 'canceled' ? `: ${oneLine(reasonText(outcome.reason))}` : '';
  const result = outcome.result === '' || isShown ? [] : block(outcome.result, page, '  ');
  return [
    '',
    `${page.paint.bold(statusLabels[outcome.status])}${reason} ${page.paint.dim(timeOf(outcome.at))}`,
    ...result,
  ];
}

/** A text of several lines: its beginning, and how much more there is. */
function block(text: string, { columns, paint, isFull }: ThreadPage, indent: string): string[] {
  const clean = withoutControls(text).trimEnd();
  const shown = isFull || clean.length <= maxCharacters ? clean : clean.slice(0, maxCharacters).trimEnd();
  const lines = wrap(shown, columns - indent.length);
  const kept = isFull ? lines : lines.slice(0, maxLines);
  const isCut = kept.length < lines.length || shown.length < clean.length;
  const note = isCut
    ? [
        `${indent}${paint.dim(cut(`… ${clean.length} characters in total; --full shows them`, columns - indent.length))}`,
      ]
    : [];
  return [...kept.map((line) => `${indent}${line}`), ...note];
}

function folded(text: string, { columns, paint }: ThreadPage): string {
  return `  ${paint.dim(cut(oneLine(text), Math.min(columns, maxFold) - 2))}`;
}

function timeOf(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').slice(0, 19);
}

const maxCharacters = 2000;
const maxLines = 20;
const maxFold = 120;
