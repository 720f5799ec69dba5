import type { Fact, FactFields, MessageId, Spend, TaskState, ThreadId, ThreadState, Usage } from '@retinue/protocol';
import { addUsage, findCall, isUnfinished } from '@retinue/protocol';
import { notesOn } from './notes.ts';
import { termsOfTurn } from './notice-turn.ts';

/** Facts for one thread. Shaped like an entry of an append, so that a decision can hand them on as they are. */
export interface ThreadFacts {
  threadId: ThreadId;
  guard: 'exists';
  facts: Fact[];
}

export type ThreadEnding = FactFields<'thread.ended'>;

/**
 * A thread's end, and what it means to the one that waits for it. The child's end is always recorded. Its result goes
 * to the call that asked, if that is still open; else it enters the parent as a message, since a call never gets a
 * second result. `used` is what the step costs that ends in the same append, `spend` what the whole task has cost.
 */
export function endThread(
  thread: ThreadState,
  parent: ThreadState | null,
  ending: ThreadEnding,
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
  const task = link && taskOf(parent, link);
  if (!link || !task || task.outcome) return null;
  const { callId, step, taskId } = link;
  const facts: Fact[] = [{ type: 'task.ended', data: { callId, step, taskId, ...ending } }];
  const open = parent.openCalls.some((call) => call.callId === callId);
  const isPart = isPartial && ending.result !== '';
  const told = { ...ending, notes: [...(isPart ? [partialMessage] : []), ...notesOn(child, taskId)] };
  if (open) facts.push(answerCall(task, link, told));
  else if (messageId && listens(parent)) facts.push(resultMessage(parent, task, told, messageId));
  return { threadId: parent.threadId, guard: 'exists', facts };
}

/** A child that has ended is not set to work by what others end later. */
function listens({ parent, status }: ThreadState): boolean {
  return parent === null || isUnfinished(status);
}

function taskOf(parent: ThreadState, link: NonNullable<ThreadState['parent']>): TaskState | null {
  const call = findCall(parent, link.step, link.callId);
  return call?.tasks.find((task) => task.taskId === link.taskId) ?? null;
}

type Told = TaskEnding & { notes: string[] };

function answerCall(
  task: TaskState,
  { callId, step }: NonNullable<ThreadState['parent']>,
  { status, result, reason, notes }: Told,
): Fact {
  const more = { ...(reason === null ? {} : { reason }), ...(notes.length === 0 ? {} : { notes }) };
  const value = { taskId: task.taskId, status, result, ...more };
  const output = { value, bytes: Buffer.byteLength(result), blob: null };
  const outcomes = { success: 'done', failed: 'failed', cancelled: 'cancelled' } as const;
  return { type: 'call.ended', data: { callId, step, status: outcomes[status], output, error: reason } };
}

const partialMessage = 'The result is partial work: what was there when the task had to end.';

/** News of a background task wakes nobody who does not act on it, nor does a stop. */
function resultMessage(parent: ThreadState, task: TaskState, told: Told, messageId: MessageId): Fact {
  const { status, result, reason, notes } = told;
  const which = task.attempt > 1 && !task.reactivates ? `, attempt ${task.attempt},` : '';
  const head = `Task ${task.taskId} (${task.title})${which} has ended: ${status}.`;
  const text = [head, ...notes, reason, result].filter((part) => part).join('\n');
  const isNotice = task.isBackground && (status === 'cancelled' || !parent.agent.actsOnNotices);
  const terms = isNotice ? { isNotice } : termsOfTurn(parent, task.taskId, told.spent);
  return { type: 'message.received', data: { messageId, from: 'task', text, taskId: task.taskId, ...terms } };
}

/** What a thread's turn and the tasks that it has seen end have cost: of a child, what its task has cost. */
export function usageOf(thread: ThreadState): Usage {
  return thread.turnStats.usage;
}
