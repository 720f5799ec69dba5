import type { EventOf } from '../../events/events.ts';
import type { CallId, TaskId } from '../../ids.ts';
import { signatureOf } from '../signature.ts';
import type { CallState, StepItem, TaskState, ThreadState } from '../thread-state.ts';
import { noUsage } from '../usage.ts';

/*
 * Places in a thread's items. Steps are searched from the end, where nearly every event belongs. Entries are replaced
 * and never changed, because an earlier state may still hold them.
 */
type Found = { index: number; item: StepItem };

export function findStep(thread: ThreadState, step: number): Found | null {
  for (let index = thread.items.length - 1; index >= 0; index -= 1) {
    const item = thread.items[index];
    if (item?.type === 'step' && item.step === step) return { index, item };
    if (item?.type === 'step' && item.step < step) return null;
  }
  return null;
}

export function findCall(thread: ThreadState, step: number, callId: CallId): CallState | null {
  return findStep(thread, step)?.item.calls.find((call) => call.callId === callId) ?? null;
}

/** A task of a thread, and the call that holds it. */
export function findTask(thread: ThreadState, taskId: TaskId): { call: CallState; task: TaskState } | null {
  for (let index = thread.items.length - 1; index >= 0; index -= 1) {
    const item = thread.items[index];
    if (item?.type !== 'step') continue;
    for (const call of item.calls) {
      const task = call.tasks.find((candidate) => candidate.taskId === taskId);
      if (task) return { call, task };
    }
  }
  return null;
}

type Begun = Pick<StepItem, 'type' | 'seq' | 'at' | 'step' | 'attempt' | 'kind' | 'seenSeq' | 'agentVersion' | 'model'>;

/**
 * A step stands where its prompt ended: before input that it has not seen. A new attempt takes the place of the one
 * that was cut.
 */
export function putStep(thread: ThreadState, begun: Begun): void {
  const earlier = findStep(thread, begun.step);
  if (earlier) thread.items.splice(earlier.index, 1);
  // Its provider's count replaces the estimate, however late it comes.
  if (earlier && earlier.item.usage.estimatedTokens > 0)
    thread.takenBack.push({ ...earlier.item, parts: [], calls: [] });
  let place = thread.items.length;
  while ((thread.items[place - 1]?.seq ?? 0) > begun.seenSeq) place -= 1;
  thread.items.splice(place, 0, {
    ...begun,
    status: 'open',
    parts: [],
    finishReason: null,
    cut: null,
    usage: noUsage,
    endedAt: null,
    calls: [],
  });
}

/** A call is known by its id alone: events that precede its request make an entry that the request completes. */
export function updateCall(
  thread: ThreadState,
  step: number,
  callId: CallId,
  change: (call: CallState) => CallState,
): void {
  const found = findStep(thread, step);
  if (!found) return;
  const { item, index } = found;
  const known = item.calls.some((call) => call.callId === callId);
  const calls = known ? item.calls : [...item.calls, unknownCall(callId, step)];
  thread.items[index] = { ...item, calls: calls.map((call) => (call.callId === callId ? change(call) : call)) };
}

/** The first end wins: a call never gets a second result. */
export function endCall(thread: ThreadState, { at, data }: EventOf<'call.ended'>): void {
  const { status, output, error } = data;
  const open = thread.openCalls.some((call) => call.callId === data.callId);
  if (!open && findCall(thread, data.step, data.callId)?.endedAt) return;
  thread.openCalls = thread.openCalls.filter((call) => call.callId !== data.callId);
  updateCall(thread, data.step, data.callId, (call) => ({
    ...call,
    status,
    output,
    error,
    endedAt: at,
    question: call.question?.status === 'open' ? { ...call.question, status: 'withdrawn' } : call.question,
  }));
  const ended = findCall(thread, data.step, data.callId);
  if (!ended || ended.tasks.length > 0) return;
  thread.turnStats.recentCalls = [...thread.turnStats.recentCalls.slice(1 - recentCallsKept), signatureOf(ended)];
  if (status === 'done') thread.turnStats.recoveries = 0;
}

const recentCallsKept = 16;

function unknownCall(callId: CallId, step: number): CallState {
  return {
    callId,
    step,
    name: '',
    args: null,
    effect: 'unsafe',
    status: 'requested',
    attempt: 0,
    output: null,
    error: null,
    late: null,
    requestedAt: 0,
    startedAt: null,
    endedAt: null,
    tasks: [],
    question: null,
  };
}
