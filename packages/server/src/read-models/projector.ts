import type { CallId, CallState, LogEvent, ThreadId, ThreadState } from '@retinue/protocol';
import { dayMs, findCall, isUnfinished, openTaskStatus } from '@retinue/protocol';
import { blobUseRow, questionRow, type Row, taskRow, threadDayRow, threadRow } from './rows.ts';

/** Takes projected rows: a store's tables, or a rebuild's own. */
export interface RowSink {
  put(table: Table, row: Row): void;
  /** The status of a task, seen from its child; a task that has ended keeps its own. */
  putOpenTaskStatus(taskId: string, status: string): void;
}
export const tables = ['thread', 'thread_day', 'task', 'question', 'blob_use'] as const;
export type Table = (typeof tables)[number];

/** Writes the rows that these events touched, once each, from the states after the last of them. */
export function project(
  events: readonly LogEvent[],
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

function touchedCalls(events: readonly LogEvent[]): Map<ThreadId, Map<CallId, number>> {
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

/** Columns that are known only from the first events of these rows; 0 later on, which leaves them unchanged. */
export const beginningColumns: readonly string[] = ['opened_position', 'asked_position'];

/** The start positions of threads and questions, by their ids. */
function beginnings(events: readonly LogEvent[]): Map<string, number> {
  const began = new Map<string, number>();
  for (const event of events) {
    if (event.seq === 1) began.set(event.threadId, event.position);
    if (event.type === 'question.asked') began.set(event.data.questionId, event.position);
  }
  return began;
}

/** The days of these events, by thread. A late count belongs to an earlier day, so it touches all of them. */
function touchedDays(events: readonly LogEvent[]): Map<ThreadId, Set<number> | 'all'> {
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

/** Calls that were taken back have run all the same: their tasks and questions keep their rows. */
function findTakenBack({ takenBack }: ThreadState, callId: CallId): CallState | null {
  for (const { calls } of takenBack) {
    const call = calls.find((candidate) => candidate.callId === callId);
    if (call) return call;
  }
  return null;
}

function projectBlob(event: LogEvent, sink: RowSink): void {
  if (event.type !== 'call.ended' && event.type !== 'call.late') return;
  const hash = event.data.output?.blob;
  if (hash) sink.put('blob_use', blobUseRow(event, hash));
}

/** A task's status changes when its child starts, asks, is answered, or only waits. */
function threadsThatMayWait(
  events: readonly LogEvent[],
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

/** The first step of a turn, whether it answers or only summarizes. */
function isFirst(thread: ThreadState | null): boolean {
  return thread !== null && thread.turnStats.steps + thread.turnStats.compactions === 1;
}

/** The child determines whether a task runs or waits, in appends that don't touch the parent. */
function projectOwnTask(child: ThreadState | null, sink: RowSink): void {
  if (child?.parent && isUnfinished(child.status)) sink.putOpenTaskStatus(child.parent.taskId, openTaskStatus(child));
}

export type Rebuilt = Record<Table, Map<string, Row>>;

/** The rows that a tree's events give. */
export function rebuild({ events, states }: Tree): Rebuilt {
  const rebuilt = Object.fromEntries(tables.map((table) => [table, new Map()])) as Rebuilt;
  const sink: RowSink = {
    put: (table, row) => void rebuilt[table].set(String(row.id), row),
    putOpenTaskStatus(taskId, status) {
      const row = rebuilt.task.get(taskId);
      if (row?.ended_at === null) rebuilt.task.set(taskId, { ...row, status });
    },
  };
  project(events, (threadId) => states.get(threadId) ?? null, sink);
  return rebuilt;
}

interface Tree {
  events: readonly LogEvent[];
  states: ReadonlyMap<ThreadId, ThreadState | null>;
}
