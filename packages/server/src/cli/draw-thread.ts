import type { CallState, Item, MessageItem, StepItem, TaskState, ThreadState } from '@retinue/protocol';
import { chartOf, isCompaction, seenAtStep } from '@retinue/protocol';
import { cost, count, duration } from '../projections/figures.ts';
import { resultText } from '../projections/result-text.ts';
import { taskWords } from '../projections/task-words.ts';
import { cut, oneLine, withoutControls, wrap } from '../projections/text.ts';
import type { Paint } from './paint.ts';
import { plotChart } from './plot.ts';

export interface ThreadPage {
  columns: number;
  paint: Paint;
  /** Nothing is shortened. */
  isFull: boolean;
  blobs: ReadonlyMap<string, string>;
}

/** One thread from its first word to its last: who works, what for, every step with its calls, and what it cost. */
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
    `${paint.badge({ ...agent, name: oneLine(agent.name) })}  ${title}  ${paint.state(thread.status)}`,
    paint.dim(thread.threadId),
    ...(parent ? [paint.dim(`for ${parent.taskId}, step ${parent.step} of ${parent.threadId}`)] : []),
    paint.dim(cut(oneLine(`${agent.model.provider}/${agent.model.id}`), page.columns)),
    paint.dim(`opened ${timeOf(thread.openedAt)}`),
    paint.dim(`${steps} · ${cost(thread)} (${spent}${estimated})`),
  ];
}

function drawItem(thread: ThreadState, item: Item, page: ThreadPage): string[] {
  return item.type === 'message' ? drawMessage(item, readWords(thread, item), page) : drawStep(item, page);
}

/** Of what a person told a thread: whether it was read, and when. */
function readWords({ items }: ThreadState, { from, seq }: MessageItem): string {
  if (from !== 'person') return '';
  const step = seenAtStep(
    items.filter((item) => item.type === 'step'),
    seq,
  );
  return step === null ? ' · waits to be read' : ` · read at step ${step}`;
}

/** The system's prompt is the agent's, not what happened: a line of it is enough unless all is asked for. */
function drawMessage({ from, text, at }: MessageItem, read: string, page: ThreadPage): string[] {
  const told = cut(`${timeOf(at)}${read}`, Math.max(1, page.columns - speakers[from].length - 1));
  const head = `${page.paint.bold(speakers[from])} ${page.paint.dim(told)}`;
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
  const time = step.endedAt === null ? 'open' : duration(step.endedAt - step.at);
  const attempt = step.attempt > 1 ? ` · attempt ${step.attempt}` : '';
  const kind = step.kind === 'answer' ? '' : ` · ${step.kind}`;
  const figures = `${time} · ${cost(step)}${attempt}${kind}`;
  const cutWords = step.cut ? [`  ${paint.state('interrupted')} ${oneLine(step.cut.message || step.cut.reason)}`] : [];
  return [
    `${paint.bold(`Step ${step.step}`)} ${paint.dim(figures)}`,
    ...(isCompaction(step) && !step.cut ? [folded(compactionWords, page)] : []),
    ...step.parts.flatMap((part) => {
      if (part.type === 'text') return block(part.text, page, '  ');
      return part.type === 'reasoning' ? drawReasoning(part.text, page) : [];
    }),
    ...cutWords,
    ...step.calls.flatMap((call) => drawCall(call, page)),
  ];
}

const compactionWords = 'What stands above is kept; the model goes by this summary of it from here on:';

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
    `  ${paint.bold(oneLine(call.name))}  ${paint.state(call.status)}${paint.dim(`${time}${attempt} · ${call.callId}`)}`,
    ...block(argsText(call.args, page), page, '    '),
    ...call.tasks.flatMap((task) => drawTask(task, page)),
    ...drawQuestion(call, page),
    ...(call.error === null ? [] : block(`error: ${call.error}`, page, '    ')),
    ...(chart ? plotChart(chart, page.columns - 4, paint).map((line) => `    ${line}`) : drawResult(call, page)),
    ...(call.late
      ? block(`came late: ${call.late.status} ${resultText(call.late.output, page.blobs)}`, page, '    ')
      : []),
  ];
}

/** What a task gave is told with the task. */
function drawResult(call: CallState, page: ThreadPage): string[] {
  if (call.output === null || call.tasks.length > 0) return [];
  return block(`→ ${resultText(call.output, page.blobs)}`, page, '    ');
}

function argsText(args: CallState['args'], { isFull }: ThreadPage): string {
  return isFull ? JSON.stringify(args, null, 2) : JSON.stringify(args);
}

function drawTask(task: TaskState, page: ThreadPage): string[] {
  const { paint } = page;
  const words = taskWords(task);
  const attempt = words ? ` · ${words}` : '';
  const status = task.outcome?.status ?? 'open';
  const time = task.endedAt === null ? '' : ` · ${duration(task.endedAt - task.openedAt)}`;
  const spent = task.outcome ? ` · ${cost(task.outcome)}` : '';
  return [
    `    task ${task.taskId}  ${paint.state(status)}${paint.dim(`${time}${spent}${attempt}`)}`,
    `    ${paint.dim(`thread ${task.childThreadId}`)}`,
    ...(task.context ? [`    ${paint.dim(contextWords(task.context))}`] : []),
    ...(task.outcome?.reason ? block(`reason: ${task.outcome.reason}`, page, '    ') : []),
    ...(task.outcome?.result ? block(`→ ${task.outcome.result}`, page, '    ') : []),
  ];
}

/** The receipt of what was handed over; the child's thread has the words. */
function contextWords({ messages, results }: NonNullable<TaskState['context']>): string {
  const given = [count(messages.length, 'message'), count(results.length, 'result')];
  return `given: ${given.filter((words) => !words.startsWith('0 ')).join(', ')}`;
}

function drawQuestion({ question }: CallState, page: ThreadPage): string[] {
  if (!question) return [];
  const options = question.options.length > 0 ? ` [${question.options.join(' | ')}]` : '';
  const told = question.status === 'answered' ? `answered: ${question.answer ?? ''}` : question.status;
  return [
    ...block(`? ${question.text}${options}`, page, '    '),
    ...block(question.status === 'open' ? `open: ${question.questionId}` : told, page, '    '),
  ];
}

/** A result that the last step has said already is not said again. */
function drawEnd({ outcome, items }: ThreadState, page: ThreadPage): string[] {
  if (!outcome) return [];
  const last = items.findLast((item) => item.type === 'step');
  const isSaid = last?.parts.some((part) => part.type === 'text' && part.text.trim() === outcome.result.trim());
  const reason = outcome.reason ? `: ${oneLine(outcome.reason)}` : '';
  const result = outcome.result === '' || isSaid ? [] : block(outcome.result, page, '  ');
  return [
    '',
    `${page.paint.bold(`Ended ${outcome.status}`)}${reason} ${page.paint.dim(timeOf(outcome.at))}`,
    ...result,
  ];
}

/** A text of several lines, shortened in the middle of nothing: the beginning, and how much more there is. */
function block(text: string, { columns, paint, isFull }: ThreadPage, indent: string): string[] {
  const clean = withoutControls(text).trimEnd();
  const shown = isFull || clean.length <= mostCharacters ? clean : clean.slice(0, mostCharacters).trimEnd();
  const lines = wrap(shown, columns - indent.length);
  const kept = isFull ? lines : lines.slice(0, mostLines);
  const isCut = kept.length < lines.length || shown.length < clean.length;
  const note = isCut
    ? [`${indent}${paint.dim(cut(`… ${clean.length} characters in all; --full shows them`, columns - indent.length))}`]
    : [];
  return [...kept.map((line) => `${indent}${line}`), ...note];
}

function folded(text: string, { columns, paint }: ThreadPage): string {
  return `  ${paint.dim(cut(oneLine(text), Math.min(columns, longestFold) - 2))}`;
}

function timeOf(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').slice(0, 19);
}

const mostCharacters = 2000;
const mostLines = 20;
const longestFold = 120;
