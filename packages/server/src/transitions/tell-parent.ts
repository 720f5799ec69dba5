import type { Fact, FactFields, MessageId, TaskId, TaskState, ThreadId, ThreadState } from '@retinue/protocol';
import { findCall, isUnfinished, scopeToTask } from '@retinue/protocol';
import { reasonForModel } from '../prompts/reasons/reason-for-model.ts';
import type { Cost } from './cost.ts';
import { termsOfTurn } from './notice-turn.ts';
import { shorten } from './shorten.ts';

/** Facts for one thread. Shaped like an entry of an append, so that a decision can return them as they are. */
export interface ThreadFacts {
  threadId: ThreadId;
  guard: 'exists';
  facts: Fact[];
}

type TaskEnding = Pick<FactFields<'task.ended'>, 'status' | 'result' | 'reason'> & Cost;

/** Ends a child's task in its parent, and answers the requesting call, or sends a message. Null if it has ended. */
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

/** An ended child is not started again by a task that ends later. */
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
  const value = { taskId: task.taskId, status, result, ...(notes.length === 0 ? {} : { notes }) };
  const output = { value, bytes: Buffer.byteLength(result), blob: null };
  const outcomes = { success: 'done', failed: 'failed', cancelled: 'cancelled' } as const;
  return { type: 'call.ended', data: { callId, step, status: outcomes[status], output, error: reason } };
}

const partialMessage = 'The result is partial: the task had to end early.';

/** The end of a background task starts a turn only in an agent that acts on notices, and never after a stop. */
function resultMessage(parent: ThreadState, task: TaskState, told: Told, messageId: MessageId): Fact {
  const { status, result, reason, notes } = told;
  const which = task.attempt > 1 && !task.reactivates ? `, attempt ${task.attempt},` : '';
  const head = `Task ${task.taskId} (${task.title})${which} has ended: ${status}.`;
  const text = [head, ...notes, reason && reasonForModel(reason), result].filter((part) => part).join('\n');
  const isNotice = task.isBackground && (status === 'cancelled' || !parent.agent.actsOnNotices);
  const terms = isNotice ? { isNotice } : termsOfTurn(parent, task.taskId, told.spent);
  return { type: 'message.received', data: { messageId, from: 'task', text, taskId: task.taskId, ...terms } };
}

/** A person's messages to a child during a task, for its parent: the last ones, shortened. */
function notesOn(child: ThreadState, taskId: TaskId): string[] {
  const told = scopeToTask(child, taskId).items.flatMap((item) =>
    item.type === 'message' && item.from === 'person'
      ? [`A person's message: ${shorten(item.text, maxNoteChars)}`]
      : [],
  );
  const left = told.length - maxNotes;
  return left > 0 ? [`Earlier messages of people, left out here: ${left}.`, ...told.slice(left)] : told;
}

const maxNotes = 5;
const maxNoteChars = 300;
