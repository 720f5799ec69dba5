import type { CallState, Item, Output, StepItem, TaskNode, ThreadNode } from '@retinue/protocol';
import { isCompaction, joinBlocks, partsText, reasonText } from '@retinue/protocol';
import { textPieces } from '../../json/json-pieces.ts';
import { Pauser } from '../../json/pauser.ts';
import { cleanPieces } from '../../views/clean-pieces.ts';
import { cost, count, duration, importNote, rowCost, taskNote } from '../../views/figures.ts';
import { oneLine } from '../../views/plain-text.ts';
import { resultText } from '../../views/result-text.ts';

/** The content of a large result by its hash; null if it is missing. */
type ReadBlob = (hash: string) => Promise<string | null>;

interface Writing {
  readBlob: ReadBlob;
  pauser: Pauser;
}

/** A chat as a document: messages and steps in order, each child under its call. */
export async function* markdownOf(chat: ThreadNode, readBlob: ReadBlob): AsyncGenerator<string> {
  const { thread } = chat;
  const facts = [
    `Agent: ${heading(thread.agent.name)}`,
    `Status: ${thread.status}`,
    `Opened: ${new Date(thread.openedAt).toISOString()}`,
    ...(thread.imported ? [importNote(thread.imported)] : []),
    `Spent: ${cost(chat)}`,
    `Thread: \`${thread.threadId}\``,
  ];
  yield lines(`# ${heading(thread.title)}`, '', ...facts.map((fact) => `- ${fact}`));
  yield* writeThread(chat, 2, { readBlob, pauser: new Pauser(sliceMs) });
}

async function* writeThread(node: ThreadNode, level: number, writing: Writing): AsyncGenerator<string> {
  const { items, outcome } = node.thread;
  for (const item of items) {
    yield* writeItem(node, item, level, writing);
    await writing.pauser.pause();
  }
  if (outcome?.reason) yield lines('', `**${outcome.status}:** ${oneLine(reasonText(outcome.reason))}`);
}

async function* writeItem(node: ThreadNode, item: Item, level: number, writing: Writing): AsyncGenerator<string> {
  if (item.type === 'step' && isCompaction(item)) yield* writeCompaction(item, writing);
  else if (item.type === 'step') yield* writeStep(node, item, level, writing);
  else if (item.from === 'system') yield* writeFolded('System prompt', item.text, writing);
  else {
    yield lines('', `${marks(level)} ${speakers[item.from]}`, '');
    yield* quote(item.text, writing);
  }
}

const speakers = { person: 'Person', parent: 'Instruction', task: 'Task', context: 'Context' } as const;

async function* writeStep(node: ThreadNode, step: StepItem, level: number, writing: Writing): AsyncGenerator<string> {
  yield lines('', `${marks(level)} ${heading(node.thread.agent.name)}, step ${step.step}`);
  for (const part of joinBlocks(step.parts)) {
    if (part.type === 'text') {
      yield lines('');
      yield* textPieces(`${(await clean(part.text, writing)).trim()}\n`);
    } else if (part.type !== 'call' && part.text.trim() !== '') yield* writeFolded('Reasoning', part.text, writing);
  }
  if (step.cut) yield lines('', `*Cut off: ${oneLine(reasonText(step.cut.message))}*`);
  for (const call of step.calls) yield* writeCall(node, call, level + 1, writing);
}

/** The summarized part stays above; only the model no longer reads it. */
async function* writeCompaction({ step, parts, cut }: StepItem, writing: Writing): AsyncGenerator<string> {
  const summary = partsText(parts);
  const isSummary = cut === null && summary.trim() !== '';
  const words = isSummary ? 'From here on the model reads a summary' : 'A summary failed here';
  yield lines('', `*${words} (step ${step}).*`);
  if (isSummary) yield* writeFolded('Summary', summary, writing);
}

async function* writeCall(node: ThreadNode, call: CallState, level: number, writing: Writing): AsyncGenerator<string> {
  const tasks = node.tasks.filter((task) => task.call === call);
  for (const task of tasks) yield* writeTask(task, level, writing);
  if (tasks.length > 0) return;
  const time = call.endedAt === null ? '' : `, ${duration(call.endedAt - (call.startedAt ?? call.requestedAt))}`;
  yield lines('', `${marks(level)} \`${code(call.name)}\` (${call.status}${time})`);
  yield* fence(JSON.stringify(call.args, null, 2), 'json', writing);
  if (call.question) yield lines(...writeQuestion(call.question));
  if (call.error !== null) yield lines('', `**Error:** ${oneLine(reasonText(call.error))}`);
  if (call.output !== null) yield* fence(await resultOf(call.output, writing), '', writing);
}

async function resultOf(output: Output, { readBlob }: Writing): Promise<string> {
  const whole = output.blob === null ? null : await readBlob(output.blob);
  return whole ?? resultText(output, new Map());
}

function writeQuestion({ text, options, status, answer }: NonNullable<CallState['question']>): string[] {
  const told = status === 'answered' ? [`**Answer:** ${oneLine(answer ?? '')}`] : [`*${status}*`];
  return ['', `**Question:** ${oneLine(text)}`, ...options.map((option) => `- ${oneLine(option)}`), '', ...told];
}

async function* writeTask({ task, status, child }: TaskNode, level: number, writing: Writing): AsyncGenerator<string> {
  const words = taskNote(task);
  const attempt = words ? `, ${words.replace(' · ', ', ')}` : '';
  const who = child ? heading(child.thread.agent.name) : task.agentId;
  const spent = child ? `, ${count(child.thread.steps, 'step')}, ${rowCost(child)}` : '';
  const title = `Task for ${who}: ${heading(task.title)} (${status}${attempt}${spent})`;
  yield lines('', `${marks(level)} ${title}`, '', `\`${task.taskId}\` → \`${task.childThreadId}\``);
  if (child) yield* writeThread(child, level + 1, writing);
  if (!task.outcome?.result) return;
  yield lines('', '**Result:**', '');
  yield* quote(task.outcome.result, writing);
}

/** Markdown has six levels; deeper ones use the last. */
function marks(level: number): string {
  return '#'.repeat(Math.min(level, 6));
}

function heading(text: string): string {
  return oneLine(text).replace(/[\\`*_#<>[\]]/g, '\\$&');
}

function code(text: string): string {
  return oneLine(text).replaceAll('`', "'");
}

async function* quote(text: string, writing: Writing): AsyncGenerator<string> {
  const whole = (await clean(text, writing)).trimEnd();
  let piece = '';
  for (let from = 0; from <= whole.length; ) {
    const next = whole.indexOf('\n', from);
    const end = next < 0 ? whole.length : next;
    piece += `${`> ${whole.slice(from, end)}`.trimEnd()}\n`;
    from = end + 1;
    if (piece.length < quoteChars && from <= whole.length) continue;
    yield* textPieces(piece);
    piece = '';
  }
}

/** A fence is longer than any that is inside it. */
async function* fence(text: string, language: string, writing: Writing): AsyncGenerator<string> {
  const whole = await clean(text, writing);
  const ticks = '`'.repeat(Math.max(2, await maxRunIn(whole, writing)) + 1);
  yield lines('', `${ticks}${language}`);
  yield* textPieces(whole);
  yield lines('', ticks);
}

async function maxRunIn(text: string, { pauser }: Writing): Promise<number> {
  let [longest, runs] = [0, 0];
  for (const [run] of text.matchAll(/`+/g)) {
    longest = Math.max(longest, run.length);
    runs += 1;
    if (runs % runsAtOnce === 0) await pauser.pause();
  }
  return longest;
}

async function* writeFolded(title: string, text: string, writing: Writing): AsyncGenerator<string> {
  yield lines('', `<details><summary>${title}</summary>`);
  yield* fence(text, '', writing);
  yield lines('', '</details>');
}

/** A long text takes several turns of the event loop. */
async function clean(text: string, { pauser }: Writing): Promise<string> {
  const pieces: string[] = [];
  for (const piece of cleanPieces(text)) {
    pieces.push(piece);
    await pauser.pause();
  }
  return pieces.join('');
}

function lines(...all: string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

const sliceMs = 20;
const quoteChars = 16 * 1024;
const runsAtOnce = 1000;
