import type { CallState, Item, Message, StepItem, ThreadId, ThreadState } from '@retinue/protocol';
import { isCompaction, partsText, reasonText, seenAtStep } from '@retinue/protocol';

/** A thread as a conversation: input, the agent's text, and the results of its calls. Without summaries. */
export function messagesOf(thread: ThreadState): Message[] {
  return messageWriters(thread).map((write) => write());
}

/** The same as functions: a page of a long conversation writes only its own messages. */
export function messageWriters(thread: ThreadState): (() => Message)[] {
  const steps = thread.items.filter((item) => item.type === 'step');
  return thread.items.flatMap((item) => writersOfItem(thread.threadId, item, steps));
}

const roles = { system: 'system', person: 'user', parent: 'user', task: 'user', context: 'user' } as const;
const plain = { reasoning: null, toolCallIds: [], toolCallId: null, status: 'ended', seenAtStep: null } as const;

function writersOfItem(threadId: ThreadId, item: Item, steps: readonly StepItem[]): (() => Message)[] {
  if (item.type !== 'step') return [() => received(threadId, item, steps)];
  if (isCompaction(item)) return [];
  const ended = item.calls.filter(({ endedAt }) => endedAt !== null);
  return [() => spoken(threadId, item), ...ended.map((call) => () => answered(threadId, call))];
}

function received(threadId: ThreadId, item: Exclude<Item, StepItem>, steps: readonly StepItem[]): Message {
  const { messageId, from, text, at, seq } = item;
  const read = { content: text, createdAt: at, seenAtStep: seenAtStep(steps, seq) };
  return { ...plain, toolCallIds: [], id: messageId, threadId, role: roles[from], from, ...read };
}

function spoken(threadId: ThreadId, step: StepItem): Message {
  return {
    id: `step_${step.step}`,
    threadId,
    role: 'assistant',
    from: 'agent',
    content: partsText(step.parts),
    reasoning: partsText(step.parts, 'reasoning') || null,
    toolCallIds: step.calls.map(({ callId }) => callId),
    toolCallId: null,
    status: step.status,
    seenAtStep: null,
    createdAt: step.at,
  };
}

function answered(threadId: ThreadId, { callId, output, error, endedAt }: CallState): Message {
  const value = output?.value ?? (error ? reasonText(error) : '');
  const content = typeof value === 'string' ? value : JSON.stringify(value);
  const tool = { role: 'tool', from: 'tool' } as const;
  const told = { content, toolCallId: callId, createdAt: endedAt ?? 0 };
  return { ...plain, toolCallIds: [], id: callId, threadId, ...tool, ...told };
}
