import type { CallState, Item, Message, StepItem, ThreadId, ThreadState } from '@retinue/protocol';
import { isCompaction, reasonText, seenAtStep } from '@retinue/protocol';

/** A thread as a conversation: input, the agent's text, and the results of its calls. Without summaries. */
export function messagesOf(thread: ThreadState): Message[] {
  const steps = thread.items.filter((item) => item.type === 'step');
  return thread.items.flatMap((item) => messagesOfItem(thread.threadId, item, steps));
}

const roles = { system: 'system', person: 'user', parent: 'user', task: 'user', context: 'user' } as const;
const plain = { reasoning: null, toolCallIds: [], toolCallId: null, status: 'ended', seenAtStep: null } as const;

function messagesOfItem(threadId: ThreadId, item: Item, steps: readonly StepItem[]): Message[] {
  if (item.type === 'step' && isCompaction(item)) return [];
  if (item.type === 'step') return [spoken(threadId, item), ...item.calls.flatMap((call) => answered(threadId, call))];
  const { messageId, from, text, at, seq } = item;
  const read = { content: text, createdAt: at, seenAtStep: seenAtStep(steps, seq) };
  return [{ ...plain, toolCallIds: [], id: messageId, threadId, role: roles[from], from, ...read }];
}

function spoken(threadId: ThreadId, step: StepItem): Message {
  const textOf = (type: 'text' | 'reasoning') =>
    step.parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('\n\n');
  return {
    id: `step_${step.step}`,
    threadId,
    role: 'assistant',
    from: 'agent',
    content: textOf('text'),
    reasoning: textOf('reasoning') || null,
    toolCallIds: step.calls.map(({ callId }) => callId),
    toolCallId: null,
    status: step.status,
    seenAtStep: null,
    createdAt: step.at,
  };
}

function answered(threadId: ThreadId, call: CallState): Message[] {
  if (call.endedAt === null) return [];
  const { callId, output, error, endedAt } = call;
  const value = output?.value ?? (error ? reasonText(error) : '');
  const content = typeof value === 'string' ? value : JSON.stringify(value);
  return [
    {
      ...plain,
      toolCallIds: [],
      id: callId,
      threadId,
      role: 'tool',
      from: 'tool',
      content,
      toolCallId: callId,
      createdAt: endedAt,
    },
  ];
}
