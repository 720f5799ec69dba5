import type { ServedBefore } from '../../events/event-parts.ts';
import type { EventOf } from '../../events/events.ts';
import type { TaskId } from '../../ids.ts';
import { spendOfUsage } from '../budget.ts';
import type { OpenTask, ThreadState } from '../thread-state.ts';
import { isUnfinished } from '../thread-state.ts';
import { addUsage } from '../usage.ts';
import { updateCall } from './fold-items.ts';
import { chargeTask } from './fold-origins.ts';

/** A task belongs to the call that opened it, and to the open tasks until it ends. */
export function openTask(thread: ThreadState, { at, data }: EventOf<'task.opened'>): void {
  const {
    callId,
    step,
    isBackground = false,
    reactivates = null,
    context = null,
    resultSchema = null,
    grant = null,
    ...opened
  } = data;
  const { taskId, childThreadId } = data;
  thread.turnStats.tasks += 1;
  thread.openTasks.push({ taskId, childThreadId, callId, step, ...turnOf(thread), isBackground, grant });
  const task = { ...opened, isBackground, reactivates, context, resultSchema, grant };
  updateCall(thread, step, callId, (call) => ({
    ...call,
    tasks: [...call.tasks, { ...task, outcome: null, openedAt: at, endedAt: null }],
  }));
}

/** A task that a person requests while its thread rests belongs to no turn: it has its own budget. */
function turnOf({ status, turnStats }: ThreadState): Pick<OpenTask, 'begunSeq' | 'originSeq'> {
  const { begunSeq, originSeq } = turnStats;
  return isUnfinished(status) ? { begunSeq, originSeq } : { begunSeq: 0, originSeq: null };
}

export function endTask(thread: ThreadState, { at, data }: EventOf<'task.ended'>): void {
  const { status, result, reason, usage, spent = null } = data;
  const open = thread.openTasks.find((task) => task.taskId === data.taskId);
  if (open) thread.turnStats.usage = addUsage(thread.turnStats.usage, usage);
  if (open) chargeTask(thread, open, spent ?? spendOfUsage(usage));
  thread.openTasks = thread.openTasks.filter((task) => task.taskId !== data.taskId);
  updateCall(thread, data.step, data.callId, (call) => ({
    ...call,
    tasks: call.tasks.map((task) =>
      task.taskId === data.taskId && !task.outcome
        ? { ...task, outcome: { status, result, reason, usage, spent }, endedAt: at }
        : task,
    ),
  }));
}

export function sendToBackground(thread: ThreadState, { data }: EventOf<'task.backgrounded'>): void {
  const moved = <Task extends { taskId: TaskId }>(task: Task): Task =>
    task.taskId === data.taskId ? { ...task, isBackground: true } : task;
  thread.openTasks = thread.openTasks.map(moved);
  updateCall(thread, data.step, data.callId, (call) => ({ ...call, tasks: call.tasks.map(moved) }));
}

/** Later tasks were taken back: the thread is as this one left it. */
export function serveAgain(thread: ThreadState, served: ServedBefore): void {
  const { parent, turn, status, result, reason, endedAt, resultSchema = null, grant = null } = served;
  const outcome = { status, result, reason, at: endedAt };
  Object.assign(thread, { parent, turn, resultSchema, grant, status, outcome });
}

/** The thread serves another task from here on; the message that follows starts it. */
export function reactivate(thread: ThreadState, { data }: EventOf<'thread.reactivated'>): void {
  const { parent, turn, resultSchema = null, grant = null } = data;
  Object.assign(thread, { parent, turn, resultSchema, grant });
}
