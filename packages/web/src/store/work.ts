import type {
  CallState,
  Draft,
  TaskId,
  TaskState,
  TaskStatus,
  ThreadId,
  ThreadState,
  TreeState,
} from '@retinue/protocol';
import {
  addUsage,
  childThreadIdOf,
  costOf,
  findTask,
  isCompaction,
  isUnfinished,
  noUsage,
  taskStatus,
  totalTokens,
  viewTree,
} from '@retinue/protocol';
import { costOfTask, threadsUnder } from './scope.ts';

/** What a thread is doing at this moment, in a few words; null when it does nothing. */
export function currentWork(thread: ThreadState, draft: Draft | null): string | null {
  if (!isUnfinished(thread.status)) return null;
  if (thread.openStep && isCompaction(thread.openStep)) return 'summarising what came before';
  const running = thread.openCalls.find((call) => call.waitsFor === 'tool');
  if (running && !thread.openStep) return toolWords(callOf(thread, running)) ?? 'using a tool';
  const awaited = thread.openTasks.filter(({ isBackground }) => !isBackground).length;
  if (awaited > 0 && !thread.openStep) return awaited === 1 ? 'waiting for 1 agent' : `waiting for ${awaited} agents`;
  if (thread.status === 'waiting_for_user') return 'asks you';
  if (thread.openCalls.some(({ waitsFor }) => waitsFor === 'parent')) return 'asking its parent';
  if (thread.openStep) return draftWords(draft, thread.openStep);
  return thread.steps === 0 ? 'about to begin' : 'thinking';
}

function draftWords(draft: Draft | null, { step, attempt }: { step: number; attempt: number }): string {
  const last = draft?.step === step && draft.attempt === attempt ? draft.parts.at(-1) : undefined;
  if (!last || last.type === 'reasoning') return 'thinking';
  if (last.type === 'text') return 'writing';
  return last.name === 'newTask' ? 'preparing to delegate' : last.name === 'taskResult' ? 'reporting' : last.name;
}

function callOf(thread: ThreadState, place: { step: number; callId: string }): CallState | null {
  const step = thread.items.findLast((item) => item.type === 'step' && item.step === place.step);
  return step?.type === 'step' ? (step.calls.find(({ callId }) => callId === place.callId) ?? null) : null;
}

/** The tool and the most telling of its arguments: `queryDataset electric-cars`. */
function toolWords(call: Pick<CallState, 'name' | 'args'> | null): string | null {
  if (!call?.name) return null;
  const told = tellingArgument(call.args);
  return told ? `${call.name} ${told}` : call.name;
}

export function tellingArgument(args: unknown): string {
  if (typeof args === 'string') return args;
  if (typeof args !== 'object' || args === null) return '';
  const texts = Object.values(args).filter((value) => typeof value === 'string' && value.trim() !== '');
  const first = String(texts[0] ?? '').replaceAll(/\s+/g, ' ');
  return first.length > 90 ? `${first.slice(0, 90)}…` : first;
}

/** A branch of the tree in figures: a thread, or one task of it, with everything below it. */
export interface Branch {
  tokens: number;
  costMicros: number;
  unpricedTokens: number;
  threads: number;
  calls: number;
  needsYou: boolean;
  failures: number;
}

export function branchOf(tree: TreeState, threadId: ThreadId, task: TaskState | null = null): Branch {
  const below = threadsUnder(tree, threadId);
  const usage = task ? costOfTask(tree, task) : below.reduce((sum, thread) => addUsage(sum, thread.usage), noUsage);
  return {
    tokens: totalTokens(usage),
    costMicros: costOf(usage),
    unpricedTokens: unpricedIn(below),
    threads: below.length,
    calls: below.reduce((sum, thread) => sum + callsIn(thread), 0),
    needsYou: below.some(({ status }) => status === 'waiting_for_user'),
    failures: below.filter(({ status, threadId: id }) => status === 'failed' && id !== threadId).length,
  };
}

/** Of a child with several tasks, those of all of them: what each cost is a lower bound then. */
export function unpricedIn(threads: readonly ThreadState[]): number {
  return threads.reduce((sum, { unpricedTokens }) => sum + unpricedTokens, 0);
}

function callsIn(thread: ThreadState): number {
  return thread.items.reduce((sum, item) => (item.type === 'step' ? sum + item.calls.length : sum), 0);
}

/** The place in the queue of every task that has not begun. */
export function queuePlaces(tree: TreeState): Map<string, number> {
  const places = new Map<string, number>();
  const walk = (node: ReturnType<typeof viewTree>): void => {
    for (const task of node?.tasks ?? []) {
      if (task.queuePlace) places.set(task.task.taskId, task.queuePlace);
      walk(task.child);
    }
  };
  walk(viewTree(tree));
  return places;
}

/** A task by its id, with the call that asked for it, wherever it stands in what is loaded. */
export interface FoundTask {
  task: TaskState;
  call: CallState;
  parent: ThreadState;
  child: ThreadState | null;
  status: TaskStatus;
}

export function tasksOf(tree: TreeState, thread: ThreadState): FoundTask[] {
  return thread.items.flatMap((item) =>
    item.type === 'step'
      ? item.calls.flatMap((call) =>
          call.tasks.map((task) => {
            const child = tree.threads[task.childThreadId] ?? null;
            return { task, call, parent: thread, child, status: taskStatus(task, child) };
          }),
        )
      : [],
  );
}

/** The thread that works on a task. A child that goes on with another task keeps its thread. */
export function threadOfTask(tree: TreeState, taskId: TaskId): ThreadId {
  const threads = Object.values(tree.threads);
  const current = threads.find(({ parent }) => parent?.taskId === taskId);
  if (current) return current.threadId;
  for (const thread of threads) {
    const found = findTask(thread, taskId);
    if (found) return found.task.childThreadId;
  }
  return childThreadIdOf(taskId);
}

/** The thread that works on a task, and those above it, the chat first. */
export function pathTo(tree: TreeState, threadId: ThreadId): ThreadState[] {
  const path: ThreadState[] = [];
  for (let thread = tree.threads[threadId]; thread; ) {
    path.unshift(thread);
    thread = thread.parent ? tree.threads[thread.parent.threadId] : undefined;
  }
  return path;
}
