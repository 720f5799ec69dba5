import type { Item, TaskId, TaskState, ThreadId, ThreadState, TreeState, Usage } from '@retinue/protocol';
import { addUsage, findTask, noUsage } from '@retinue/protocol';
import type { LoadedThread } from '../chats/chat-tree.ts';

/*
 * A child that is reactivated serves several tasks in one thread, and of a long thread only the last items are loaded.
 * The protocol's `scopeToTask` cuts a whole thread; this cuts the loaded part of one.
 */
export function scopeToLoaded(tree: TreeState, thread: LoadedThread, task: TaskState): LoadedThread {
  const isCurrent = thread.parent?.taskId === task.taskId;
  if (isCurrent && task.reactivates === null) return thread;
  const begun = beginningsIn(thread.items);
  const at = begun.findIndex(({ taskId }) => taskId === task.taskId);
  const next = begun[at + 1]?.index;
  const isWhole = at > 0 || (at === 0 && (task.reactivates !== null || !thread.itemsBefore));
  const itemsBefore = isWhole ? 0 : (thread.itemsBefore ?? 0);
  const from =
    at < 0
      ? ownsBeginning(tree, thread, task, begun[0]?.taskId)
        ? 0
        : (next ?? thread.items.length)
      : startOf(begun, at, task);
  const items = thread.items.slice(from, next);
  return isCurrent ? { ...thread, items, itemsBefore } : { ...asEnded(thread, task), items, itemsBefore };
}

/** System messages stand before the first task and belong to it. */
function startOf(begun: readonly Beginning[], at: number, { reactivates }: TaskState): number {
  return at === 0 && reactivates === null ? 0 : (begun[at]?.index ?? 0);
}

/** Loaded items from before the first task's start belong to the end of the previous task. */
function ownsBeginning(
  tree: TreeState,
  thread: LoadedThread,
  { taskId }: TaskState,
  first: TaskId | undefined,
): boolean {
  if (first === undefined) return thread.parent?.taskId === taskId;
  const parent = thread.parent && tree.threads[thread.parent.threadId];
  return (parent && findTask(parent, first)?.task.reactivates) === taskId;
}

/** As it was at the end of that task, whatever it works on now. */
function asEnded(thread: LoadedThread, { outcome, endedAt }: TaskState): LoadedThread {
  const status = outcome?.status === 'success' ? 'completed' : (outcome?.status ?? 'completed');
  const { result = '', reason = null } = outcome ?? {};
  const over = { status, outcome: { status, result, reason, at: endedAt ?? 0 } } as const;
  return { ...thread, ...over, openStep: null, openCalls: [], openTasks: [], retryAt: null };
}

interface Beginning {
  taskId: TaskId;
  index: number;
}

function beginningsIn(items: readonly Item[]): Beginning[] {
  const found: Beginning[] = [];
  for (const [index, item] of items.entries()) {
    const taskId = beginningOf(item);
    if (taskId !== null && found.at(-1)?.taskId !== taskId) found.push({ taskId, index });
  }
  return found;
}

/** The task that a message starts, or belongs to. */
export function beginningOf(item: Item): TaskId | null {
  return item.type === 'message' && item.from !== 'task' ? item.taskId : null;
}

/**
 * The cost of a task, with everything below it and without its child's other tasks; also where only rows are loaded.
 */
export function costOfTask(tree: TreeState, task: TaskState): Usage {
  const child = tree.threads[task.childThreadId];
  if (!child) return task.outcome?.usage ?? noUsage;
  if (task.reactivates === null && child.parent?.taskId === task.taskId) {
    return threadsUnder(tree, child.threadId).reduce((sum, thread) => addUsage(sum, thread.usage), noUsage);
  }
  return task.outcome?.usage ?? costOfTurn(tree, child);
}

function costOfTurn(tree: TreeState, thread: ThreadState): Usage {
  const open = thread.openTasks.flatMap(({ taskId }) => findTask(thread, taskId)?.task ?? []);
  return open.reduce((sum, task) => addUsage(sum, costOfTask(tree, task)), thread.turnStats.usage);
}

/** A thread and everything below it, itself first. */
export function threadsUnder(tree: TreeState, threadId: ThreadId): ThreadState[] {
  const all = Object.values(tree.threads);
  const own = tree.threads[threadId];
  const found = own ? [own] : [];
  for (let index = 0; index < found.length; index += 1) {
    const parent = found[index];
    found.push(...all.filter((thread) => thread.parent?.threadId === parent?.threadId));
  }
  return found;
}
