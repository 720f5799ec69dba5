import type { CallState, Item, StepItem, TaskNode, ThreadNode } from '@retinue/protocol';
import { isCompaction, reasonText } from '@retinue/protocol';
import { cost, count, duration, importNote, rowCost, taskNote } from '../../views/figures.ts';
import { oneLine, withoutControls } from '../../views/plain-text.ts';
import { resultText } from '../../views/result-text.ts';

type Blobs = ReadonlyMap<string, string>;

/** A chat as a document: messages and steps in order, each child under its call. */
export function markdownOf(chat: ThreadNode, blobs: Blobs): string {
  const { thread } = chat;
  const facts = [
    `Agent: ${heading(thread.agent.name)}`,
    `Status: ${thread.status}`,
    `Opened: ${new Date(thread.openedAt).toISOString()}`,
    ...(thread.imported ? [importNote(thread.imported)] : []),
    `Spent: ${cost(chat)}`,
    `Thread: \`${thread.threadId}\``,
  ];
  const lines = [`# ${heading(thread.title)}`, '', ...facts.map((fact) => `- ${fact}`), ...writeThread(chat, 2, blobs)];
  return `${lines.join('\n')}\n`;
}

function writeThread(node: ThreadNode, level: number, blobs: Blobs): string[] {
  const { items, outcome } = node.thread;
  const failure = outcome?.reason ? ['', `**${outcome.status}:** ${oneLine(reasonText(outcome.reason))}`] : [];
  return [...items.flatMap((item) => writeItem(node, item, level, blobs)), ...failure];
}

function writeItem(node: ThreadNode, item: Item, level: number, blobs: Blobs): string[] {
  if (item.type === 'step' && isCompaction(item)) return writeCompaction(item);
  if (item.type === 'step') return writeStep(node, item, level, blobs);
  if (item.from === 'system') return writeFolded('System prompt', item.text);
  return ['', `${marks(level)} ${speakers[item.from]}`, '', ...quote(item.text)];
}

const speakers = { person: 'Person', parent: 'Instruction', task: 'Task', context: 'Context' } as const;

function writeStep(node: ThreadNode, step: StepItem, level: number, blobs: Blobs): string[] {
  const texts = step.parts.flatMap((part) => {
    if (part.type === 'text') return ['', withoutControls(part.text).trim()];
    if (part.type === 'call' || part.text.trim() === '') return [];
    return writeFolded('Reasoning', part.text);
  });
  const cutWords = step.cut ? ['', `*Cut off: ${oneLine(reasonText(step.cut.message))}*`] : [];
  const head = ['', `${marks(level)} ${heading(node.thread.agent.name)}, step ${step.step}`];
  return [...head, ...texts, ...cutWords, ...step.calls.flatMap((call) => writeCall(node, call, level + 1, blobs))];
}

/** The summarized part stays above; only the model no longer reads it. */
function writeCompaction({ step, parts, cut }: StepItem): string[] {
  const summary = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  const isSummary = cut === null && summary.trim() !== '';
  const words = isSummary ? 'From here on the model reads a summary' : 'A summary failed here';
  return ['', `*${words} (step ${step}).*`, ...(isSummary ? writeFolded('Summary', summary) : [])];
}

function writeCall(node: ThreadNode, call: CallState, level: number, blobs: Blobs): string[] {
  const tasks = node.tasks.filter((task) => task.call === call);
  if (tasks.length > 0) return tasks.flatMap((task) => writeTask(task, level, blobs));
  const time = call.endedAt === null ? '' : `, ${duration(call.endedAt - (call.startedAt ?? call.requestedAt))}`;
  return [
    '',
    `${marks(level)} \`${code(call.name)}\` (${call.status}${time})`,
    ...fence(JSON.stringify(call.args, null, 2), 'json'),
    ...(call.question ? writeQuestion(call.question) : []),
    ...(call.error === null ? [] : ['', `**Error:** ${oneLine(reasonText(call.error))}`]),
    ...(call.output === null ? [] : fence(resultText(call.output, blobs), '')),
  ];
}

function writeQuestion({ text, options, status, answer }: NonNullable<CallState['question']>): string[] {
  const told = status === 'answered' ? [`**Answer:** ${oneLine(answer ?? '')}`] : [`*${status}*`];
  return ['', `**Question:** ${oneLine(text)}`, ...options.map((option) => `- ${oneLine(option)}`), '', ...told];
}

function writeTask({ task, status, child }: TaskNode, level: number, blobs: Blobs): string[] {
  const words = taskNote(task);
  const attempt = words ? `, ${words.replace(' · ', ', ')}` : '';
  const who = child ? heading(child.thread.agent.name) : task.agentId;
  const spent = child ? `, ${count(child.thread.steps, 'step')}, ${rowCost(child)}` : '';
  return [
    '',
    `${marks(level)} Task for ${who}: ${heading(task.title)} (${status}${attempt}${spent})`,
    '',
    `\`${task.taskId}\` → \`${task.childThreadId}\``,
    ...(child ? writeThread(child, level + 1, blobs) : []),
    ...(task.outcome?.result ? ['', '**Result:**', '', ...quote(task.outcome.result)] : []),
  ];
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

function quote(text: string): string[] {
  return withoutControls(text)
    .trimEnd()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd());
}

/** A fence is longer than any that is inside it. */
function fence(text: string, language: string): string[] {
  const clean = withoutControls(text);
  const longest = Math.max(2, ...(clean.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(longest + 1);
  return ['', `${ticks}${language}`, clean, ticks];
}

function writeFolded(title: string, text: string): string[] {
  return ['', `<details><summary>${title}</summary>`, ...fence(text, ''), '', '</details>'];
}
