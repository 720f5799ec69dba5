import type { Usage } from '../events/event-parts.ts';
import type { TaskId, ThreadId } from '../ids.ts';
import { findTask } from './fold/fold-items.ts';
import type { Item, TaskState, ThreadState } from './thread-state.ts';
import { addUsage, noUsage } from './usage.ts';

/*
 * A child that was reactivated has served several tasks in one thread. Each starts with the first message that names
 * it, and lasts until the next one starts.
 */
type Threads = Readonly<Record<ThreadId, ThreadState>>;

/** The thread during one of its tasks; the thread itself if it never had another. */
export function scopeToTask(thread: ThreadState, taskId: TaskId): ThreadState {
  const beginnings = beginningsOf(thread);
  if (beginnings.length < 2) return thread;
  const at = beginnings.findIndex((beginning) => beginning.taskId === taskId);
  const from = at === 0 ? 0 : (beginnings[at]?.index ?? thread.items.length);
  return { ...thread, items: thread.items.slice(from, beginnings[at + 1]?.index) };
}

/** The cost of a task with everything below it, without other tasks of the same thread. */
export function usageOfTask(threads: Threads, task: TaskState, seen: ReadonlySet<ThreadId> = new Set()): Usage {
  const child = threads[task.childThreadId];
  if (!child) return task.outcome?.usage ?? noUsage;
  if (seen.has(child.threadId)) return noUsage;
  if (beginningsOf(child).length < 2) return usageUnder(threads, child);
  if (task.outcome) return task.outcome.usage;
  const open = child.openTasks.flatMap(({ taskId }) => findTask(child, taskId)?.task ?? []);
  const path = new Set(seen).add(child.threadId);
  return open.reduce((sum, below) => addUsage(sum, usageOfTask(threads, below, path)), child.turnStats.usage);
}

/** Sums a thread and everything below it. Each thread counts once. */
export function usageUnder(threads: Threads, thread: ThreadState): Usage {
  const seen = new Set<ThreadId>([thread.threadId]);
  const below = [thread];
  let sum = noUsage;
  for (const { usage, items } of below) {
    sum = addUsage(sum, usage);
    for (const threadId of items.flatMap(childrenIn)) {
      const child = threads[threadId];
      if (!child || seen.has(threadId)) continue;
      seen.add(threadId);
      below.push(child);
    }
  }
  return sum;
}

/** Every task that a child has served, oldest first. */
export function tasksServed(thread: ThreadState): TaskId[] {
  const served = beginningsOf(thread).map(({ taskId }) => taskId);
  return served.length > 0 || !thread.parent ? served : [thread.parent.taskId];
}

function childrenIn(item: Item): ThreadId[] {
  return item.type === 'step' ? item.calls.flatMap((call) => call.tasks.map((task) => task.childThreadId)) : [];
}

function beginningsOf(thread: ThreadState): { taskId: TaskId; index: number }[] {
  if (!thread.parent) return [];
  const beginnings: { taskId: TaskId; index: number }[] = [];
  for (const [index, item] of thread.items.entries()) {
    if (item.type !== 'message' || item.taskId === null || item.from === 'task') continue;
    if (beginnings.at(-1)?.taskId !== item.taskId) beginnings.push({ taskId: item.taskId, index });
  }
  return beginnings;
}
