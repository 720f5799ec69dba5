import type { CallId, CallState, Event, ThreadId, ThreadState } from '@retinue/protocol';
import { dayMs, findCall, isUnfinished, openTaskStatus } from '@retinue/protocol';
import type { Row } from './rows.ts';
import { blobUseRow, questionRow, taskRow, threadDayRow, threadRow } from './rows.ts';

/** Where projected rows go: a store's tables, or a rebuild's own. */
export interface RowSink {
  put(table: Table, row: Row): void;
  /** The status of a task, seen from its child; a task that has ended keeps its own. */
  putOpenTaskStatus(taskId: string, status: string): void;
}
export const tables = ['thread', 'thread_day', 'task', 'question', 'blob_use'] as const;
export type Table = (typeof tables)[number];

/** Writes the rows that these events touched, once each, from the states after the last of them. */
export function project(
  events: readonly Event[],
  thread: (threadId: ThreadId) => ThreadState | null,
  sink: RowSink,
): void {
  const touched = touchedCalls(events);
  const began = beginnings(events);
  const days = touchedDays(events);
  for (const [threadId, calls] of touched) {
    const state = thread(threadId);
    if (!state) continue;
    sink.put('thread', { ...threadRow(state), opened_position: began.get(threadId) ?? 0 });
    projectDays(state, days.get(threadId), sink);
    for (const [callId, step] of calls) projectCall(state, { step, callId, began }, thread, sink);
  }
  for (const event of events) projectBlob(event, sink);
  for (const threadId of threadsThatMayWait(events, thread)) projectOwnTask(thread(threadId), sink);
}

function touchedCalls(events: readonly Event[]): Map<ThreadId, Map<CallId, number>> {
  const touched = new Map<ThreadId, Map<CallId, number>>();
  for (const event of events) {
    const calls = touched.get(event.threadId) ?? new Map<CallId, number>();
    touched.set(event.threadId, calls);
    const { data } = event;
    if ('callId' in data && data.callId !== undefined) calls.set(data.callId, data.step);
  }
  return touched;
}

function projectCall(
  state: ThreadState,
  { step, callId, began }: { step: number; callId: CallId; began: ReadonlyMap<string, number> },
  thread: (threadId: ThreadId) => ThreadState | null,
  sink: RowSink,
): void {
  const call = findCall(state, step, callId) ?? findTakenBack(state, callId);
  if (!call) return;
  for (const task of call.tasks) {
    sink.put('task', taskRow(state, call, task, task.outcome ? null : thread(task.childThreadId)));
  }
  const { question } = call;
  if (question)
    sink.put('question', {
      ...questionRow(state, call, question),
      asked_position: began.get(question.questionId) ?? 0,
    });
}

/** Columns that are known only from the events that these rows began with; 0 later on, which leaves them as they are. */
export const beginningColumns: readonly string[] = ['opened_position', 'asked_position'];

/** The positions at which threads and questions began, by their ids. */
function beginnings(events: readonly Event[]): Map<string, number> {
  const began = new Map<string, number>();
  for (const event of events) {
    if (event.seq === 1) began.set(event.threadId, event.position);
    if (event.type === 'question.asked') began.set(event.data.questionId, event.position);
  }
  return began;
}

/** The days of these events, by thread. A count that came late belongs to an earlier day, so it touches all of them. */
function touchedDays(events: readonly Event[]): Map<ThreadId, Set<number> | 'all'> {
  const days = new Map<ThreadId, Set<number> | 'all'>();
  for (const { threadId, type, at } of events) {
    const known = days.getOrInsertComputed(threadId, () => new Set());
    if (type === 'usage.recorded') days.set(threadId, 'all');
    else if (known !== 'all') known.add(Math.floor(at / dayMs));
  }
  return days;
}

function projectDays(state: ThreadState, touched: Set<number> | 'all' | undefined, sink: RowSink): void {
  for (const spent of state.otherDays)
    if (touched === 'all' || touched?.has(spent.day)) sink.put('thread_day', threadDayRow(state, spent));
}

/** What was taken back has been done all the same: its tasks and questions keep their rows. */
function findTakenBack({ takenBack }: ThreadState, callId: CallId): CallState | null {
  for (const { calls } of takenBack) {
    const call = calls.find((candidate) => candidate.callId === callId);
    if (call) return call;
  }
  return null;
}

function projectBlob(event: Event, sink: RowSink): void {
  if (event.type !== 'call.ended' && event.type !== 'call.late') return;
  const hash = event.data.output?.blob;
  if (hash) sink.put('blob_use', blobUseRow(event, hash));
}

/** A task's status changes when its child begins, asks, is answered, or has nothing left to do but to wait. */
function threadsThatMayWait(
  events: readonly Event[],
  thread: (threadId: ThreadId) => ThreadState | null,
): Set<ThreadId> {
  const changed = events.filter(
    ({ type, threadId }) =>
      (type === 'step.started' && isFirst(thread(threadId))) ||
      type === 'question.asked' ||
      type === 'question.answered' ||
      type === 'question.passed' ||
      type === 'call.ended',
  );
  return new Set(changed.map(({ threadId }) => threadId));
}

/** Of its turn, whether it answers or only summarises. */
function isFirst(thread: ThreadState | null): boolean {
  return thread !== null && thread.turnStats.steps + thread.turnStats.compactions === 1;
}

/** Whether a task runs or waits is its child's to say, in appends that don't touch the parent. */
function projectOwnTask(child: ThreadState | null, sink: RowSink): void {
  if (child?.parent && isUnfinished(child.status)) sink.putOpenTaskStatus(child.parent.taskId, openTaskStatus(child));
}
