import type { Fact, FactFields, MessageId, Spend, TaskState, ThreadId, ThreadState, Usage } from '@retinue/protocol';
import { addUsage, findCall } from '@retinue/protocol';

/** Facts for one thread. Shaped like an entry of an append, so that a decision can hand them on as they are. */
export interface ThreadFacts {
  threadId: ThreadId;
  guard: 'exists';
  facts: Fact[];
}

export type Ending = FactFields<'thread.ended'>;

/**
 * A thread's end, and what it means to the one that waits for it. The child's end is always recorded. Its result goes
 * to the call that asked, if that is still open; else it enters the parent as a message, since a call never gets a
 * second result. `used` is what the step costs that ends in the same append, `spend` what the whole task has cost.
 */
export function endThread(
  thread: ThreadState,
  parent: ThreadState | null,
  ending: Ending,
  { used, spend, messageId, isPartial = false }: Closing,
): { own: Fact[]; parent: ThreadFacts | null } {
  const own: Fact[] = [{ type: 'thread.ended', data: ending }];
  const status = ending.status === 'completed' ? 'success' : 'failed';
  if (!parent) return { own, parent: null };
  const usage = addUsage(usageOf(thread), used);
  const { result, reason } = ending;
  return {
    own,
    parent: tellParent(thread, parent, { status, result, reason, usage, spent: spend }, messageId, isPartial),
  };
}

interface Closing {
  used: Usage;
  spend: Spend;
  messageId: MessageId;
  /** The result is what was there when it had to end. */
  isPartial?: boolean;
}

type TaskEnding = Pick<FactFields<'task.ended'>, 'status' | 'result' | 'reason' | 'usage'> & { spent: Spend };

export function tellParent(
  child: ThreadState,
  parent: ThreadState,
  ending: TaskEnding,
  messageId: MessageId | null,
  isPartial = false,
): ThreadFacts | null {
  const link = child.parent;
  const task = link && findTask(parent, link);
  if (!link || !task || task.outcome) return null;
  const { callId, step, taskId } = link;
  const facts: Fact[] = [{ type: 'task.ended', data: { callId, step, taskId, ...ending } }];
  const open = parent.openCalls.some((call) => call.callId === callId);
  const isPart = isPartial && ending.result !== '';
  if (open) facts.push(answerCall(task, link, ending, isPart));
  else if (messageId) facts.push(resultMessage(task, ending, isPart, messageId));
  return { threadId: parent.threadId, guard: 'exists', facts };
}

function findTask(parent: ThreadState, link: NonNullable<ThreadState['parent']>): TaskState | null {
  const call = findCall(parent, link.step, link.callId);
  return call?.tasks.find((task) => task.taskId === link.taskId) ?? null;
}

function answerCall(
  task: TaskState,
  { callId, step }: NonNullable<ThreadState['parent']>,
  { status, result, reason }: TaskEnding,
  isPartial: boolean,
): Fact {
  const told = { ...(reason === null ? {} : { reason }), ...(isPartial ? { note: partialWords } : {}) };
  const value = { taskId: task.taskId, status, result, ...told };
  const output = { value, bytes: Buffer.byteLength(result), blob: null };
  const outcomes = { success: 'done', failed: 'failed', cancelled: 'cancelled' } as const;
  return { type: 'call.ended', data: { callId, step, status: outcomes[status], output, error: reason } };
}

const partialWords = 'The result is partial work: what was there when the task had to end.';

function resultMessage(
  task: TaskState,
  { status, result, reason }: TaskEnding,
  isPartial: boolean,
  messageId: MessageId,
): Fact {
  const head = `Task ${task.taskId} (${task.title}), attempt ${task.attempt}, has ended: ${status}.`;
  const text = [head, reason, isPartial ? partialWords : null, result].filter((part) => part).join('\n');
  return { type: 'message.received', data: { messageId, from: 'task', text, taskId: task.taskId } };
}

/** What a thread and the tasks that it has seen end have cost. */
export function usageOf(thread: ThreadState): Usage {
  let usage = thread.usage;
  for (const item of thread.items) {
    if (item.type !== 'step') continue;
    for (const call of item.calls) {
      for (const task of call.tasks) if (task.outcome) usage = addUsage(usage, task.outcome.usage);
    }
  }
  return usage;
}
