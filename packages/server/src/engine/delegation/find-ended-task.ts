import type { AgentSnapshot, Reason, TaskState, ThreadId, ThreadState } from '@retinue/protocol';
import { isUnfinished } from '@retinue/protocol';
import type { TaskOpened } from '../../transitions/open-thread.ts';

/**
 * A task of this thread whose child is at rest and can be given another. Tasks that were taken back by a rewind are
 * excluded: the model does not see them.
 */
export function findEndedTask(
  thread: ThreadState,
  wanted: string,
  openedNow: readonly TaskOpened['data'][],
  childAt: (threadId: ThreadId) => ThreadState | null,
): { before: TaskState; agent: AgentSnapshot } | { problem: Reason } {
  const tasks = thread.items.flatMap((item) => (item.type === 'step' ? item.calls.flatMap((call) => call.tasks) : []));
  const task = tasks.find(({ taskId }) => taskId === wanted);
  const child = task && childAt(task.childThreadId);
  if (!task || !child) {
    const ended = [...new Set(tasks.filter(({ outcome }) => outcome).map(({ taskId }) => taskId))];
    return { problem: { code: 'unknown-task', taskId: wanted, ended } };
  }
  const now = openedNow.find(({ childThreadId }) => childThreadId === task.childThreadId);
  const busy = now?.taskId ?? (isUnfinished(child.status) ? child.parent?.taskId : null);
  if (busy) return { problem: { code: 'task-not-ended', taskId: wanted, servedTaskId: busy } };
  // The thread continues from its last task, whichever one was named.
  return { before: tasks.find(({ taskId }) => taskId === child.parent?.taskId) ?? task, agent: child.agent };
}
