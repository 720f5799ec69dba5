import type { CallState, TaskId, TaskState, TaskStatus, ThreadId, ThreadState, TreeState } from '@retinue/protocol';
import {
  addUsage,
  childThreadIdOf,
  costOf,
  findTask,
  noUsage,
  taskStatus,
  totalTokens,
  viewTree,
} from '@retinue/protocol';
import { costOfTask, threadsUnder } from './loaded-task.ts';

/** Figures of a branch of the tree: a thread, or one of its tasks, with everything below it. */
export interface Branch {
  tokens: number;
  costMicros: number;
  unpricedTokens: number;
  threads: number;
  needsYou: boolean;
}

export function branchOf(tree: TreeState, threadId: ThreadId, task: TaskState | null = null): Branch {
  const below = threadsUnder(tree, threadId);
  const usage = task ? costOfTask(tree, task) : below.reduce((sum, thread) => addUsage(sum, thread.usage), noUsage);
  return {
    tokens: totalTokens(usage),
    costMicros: costOf(usage),
    unpricedTokens: unpricedIn(below),
    threads: below.length,
    needsYou: below.some(({ status }) => status === 'waiting_for_user'),
  };
}

/** For a child with several tasks, those of all of them: the cost of each is a lower bound then. */
export function unpricedIn(threads: readonly ThreadState[]): number {
  return threads.reduce((sum, { unpricedTokens }) => sum + unpricedTokens, 0);
}

/** The place in the queue of every task that has not started. */
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

/** A loaded task by its id, with the call that requested it. */
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

/** The thread that works on a task. A child that is reactivated keeps its thread. */
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
