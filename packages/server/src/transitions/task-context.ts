import type { Fact, Item, MessageId, Reason, TaskContext, TaskId, TaskState, ThreadState } from '@retinue/protocol';
import { findTask, isCompaction, partsText } from '@retinue/protocol';
import { reasonForModel } from '../prompts/reasons/reason-for-model.ts';
import { shorten } from './shorten.ts';

/** The context that a parent requests: messages by number, results by task. */
export interface WantedContext {
  messages?: number[] | undefined;
  results?: string[] | undefined;
}

/** The places of the requested context, or the reason why it is not available. */
export function chooseContext(thread: ThreadState, wanted: WantedContext): TaskContext | { problem: Reason } {
  const said = conversationOf(thread);
  const numbers = [...new Set(wanted.messages ?? [])].sort((left, right) => right - left);
  const missing = numbers.filter((number) => number > said.length);
  if (missing.length > 0) return { problem: { code: 'unknown-messages', numbers: missing, newest: said.length } };
  const messages = numbers.flatMap((number) => said.at(-number) ?? []).map(({ seq }) => ({ seq }));
  const ended = endedTasks(thread);
  const results = [...new Set(wanted.results ?? [])];
  const unknown = results.filter((taskId) => !ended.some((task) => task.taskId === taskId));
  if (unknown.length > 0) {
    return { problem: { code: 'unknown-results', taskIds: unknown, ended: ended.map(({ taskId }) => taskId) } };
  }
  const chosen = ended.filter(({ taskId }) => results.includes(taskId)).map(({ taskId }) => taskId);
  return boundedContext(thread, { messages, results: chosen });
}

/** The same from the receipt: a retry gets the context of the first attempt. */
export function contextMessages(
  parent: ThreadState,
  context: TaskContext | null,
  taskId: TaskId,
  newMessageId: () => MessageId,
): Fact[] {
  return contextTexts(parent, context).map((text) => ({
    type: 'message.received',
    data: { messageId: newMessageId(), from: 'context', text, taskId },
  }));
}

function boundedContext(thread: ThreadState, context: TaskContext): TaskContext | { problem: Reason } {
  const characters = contextTexts(thread, context).reduce((sum, text) => sum + text.length, 0);
  if (characters <= maxChars) return context;
  return { problem: { code: 'context-too-large', characters, maxChars } };
}

function contextTexts(parent: ThreadState, context: TaskContext | null): string[] {
  const places = new Set(context?.messages.map(({ seq }) => seq));
  const said = parent.items.filter(({ seq }) => places.has(seq));
  const tasks = context?.results.flatMap((taskId) => findTask(parent, taskId)?.task ?? []) ?? [];
  return [
    ...said.map((item) => headed(parent, `${speakerOf(parent, item)}:`, saidText(item))),
    ...tasks.map((task) => headed(parent, `The result of its task "${task.title}":`, resultOf(task))),
  ];
}

function headed({ agent }: ThreadState, who: string, text: string): string {
  return `Context from ${agent.name}, for information only. ${who}\n\n${shorten(text, maxTextChars)}`;
}

function speakerOf({ agent }: ThreadState, item: Item): string {
  return item.type === 'step' ? `${agent.name} said` : speakers[item.from];
}

const speakers = {
  system: 'Its own instructions',
  person: 'A person wrote',
  parent: 'Its instruction',
  task: 'A result of its task',
  context: 'Its own context',
} as const;

/** The conversation as the model saw it in this step. Later items have no number that it could know. */
function conversationOf({ items, seenSeq }: ThreadState): Item[] {
  return items.filter((item) => {
    if (item.seq > seenSeq) return false;
    if (item.type === 'message') return item.from !== 'system';
    if (item.status === 'open' || item.cut?.final === false || isCompaction(item)) return false;
    return saidText(item).trim() !== '';
  });
}

function endedTasks({ items }: ThreadState): TaskState[] {
  const steps = items.filter((item) => item.type === 'step');
  return steps.flatMap(({ calls }) => calls.flatMap(({ tasks }) => tasks.filter(({ outcome }) => outcome)));
}

function saidText(item: Item): string {
  if (item.type === 'message') return item.text;
  return partsText(item.parts);
}

function resultOf({ outcome }: TaskState): string {
  return [outcome?.status, outcome?.reason && reasonForModel(outcome.reason), outcome?.result]
    .filter((part) => part)
    .join('\n');
}

const maxTextChars = 8000;
const maxChars = 64_000;
