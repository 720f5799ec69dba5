import type { Usage } from '../events/event-parts.ts';
import type { LogEvent } from '../events/events.ts';
import type { ThreadId } from '../ids.ts';
import { fold } from './fold/fold.ts';
import { scopeToTask, usageOfTask, usageUnder } from './task-scope.ts';
import type { CallState, TaskState, TaskStatus, ThreadState } from './thread-state.ts';
import { hasBegun, taskStatus } from './thread-state.ts';
import { addUsage, noUsage } from './usage.ts';

/** A chat's whole tree: its threads, each folded separately, so that the interleaving of their events cannot matter. */
export interface TreeState {
  rootId: ThreadId;
  position: number;
  threads: Record<ThreadId, ThreadState>;
}

export function foldTree(tree: TreeState | null, events: readonly LogEvent[]): TreeState | null {
  const first = events[0];
  if (!first) return tree;
  const byThread = Map.groupBy(events, (event) => event.threadId);
  const threads: TreeState['threads'] = { ...tree?.threads };
  for (const [threadId, ofThread] of byThread) {
    const folded = fold(threads[threadId] ?? null, ofThread);
    if (folded) threads[threadId] = folded;
  }
  const position = events.reduce((highest, event) => Math.max(highest, event.position), tree?.position ?? 0);
  return { rootId: tree?.rootId ?? first.rootId, position, threads };
}

/** One thread with the tasks it opened, each under the call that caused it. */
export interface ThreadNode {
  thread: ThreadState;
  /** Includes everything below this thread. */
  usage: Usage;
  tasks: TaskNode[];
}

export interface TaskNode {
  task: TaskState;
  call: CallState;
  status: TaskStatus;
  /** 1 for the next to start; null once it has started. */
  queuePlace: number | null;
  /** The thread during this task: a child that was reactivated has other tasks, with nodes of their own. */
  child: ThreadNode | null;
}

export function viewTree(tree: TreeState): ThreadNode | null {
  const root = tree.threads[tree.rootId];
  if (!root) return null;
  // Steps that were taken back are hidden, but they were paid for.
  const usage = Object.values(tree.threads).reduce((sum, thread) => addUsage(sum, thread.usage), noUsage);
  return { ...viewThread(tree, root, queueOf(tree), new Set()), usage };
}

/** The threads from the chat down to this one. Stored links may lead back to one of them; they are not followed. */
type Path = ReadonlySet<ThreadId>;

function viewThread(tree: TreeState, thread: ThreadState, queue: readonly ThreadId[], above: Path): ThreadNode {
  const path = new Set(above).add(thread.threadId);
  const tasks = thread.items.flatMap((item) =>
    item.type === 'step'
      ? item.calls.flatMap((call) => call.tasks.map((task) => viewTask(tree, call, task, queue, path)))
      : [],
  );
  return { thread, usage: usageUnder(tree.threads, thread), tasks };
}

function viewTask(tree: TreeState, call: CallState, task: TaskState, queue: readonly ThreadId[], path: Path): TaskNode {
  const child = path.has(task.childThreadId) ? null : (tree.threads[task.childThreadId] ?? null);
  const status = taskStatus(task, child);
  return {
    task,
    call,
    status,
    queuePlace: status === 'pending' ? queue.indexOf(task.childThreadId) + 1 : null,
    child: child && viewChild(tree, task, child, queue, path),
  };
}

function viewChild(
  tree: TreeState,
  task: TaskState,
  child: ThreadState,
  queue: readonly ThreadId[],
  path: Path,
): ThreadNode {
  const scoped = scopeToTask(child, task.taskId);
  const node = viewThread(tree, scoped, queue, path);
  return scoped === child ? node : { ...node, usage: usageOfTask(tree.threads, task) };
}

function queueOf(tree: TreeState): ThreadId[] {
  return Object.values(tree.threads)
    .filter((thread) => thread.parent && !hasBegun(thread) && thread.status === 'active')
    .sort((left, right) => left.openedPosition - right.openedPosition)
    .map((thread) => thread.threadId);
}
