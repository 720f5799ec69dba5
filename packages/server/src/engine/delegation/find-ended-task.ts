import type { AgentSnapshot, TaskState, ThreadId, ThreadState } from '@retinue/protocol';
import { isUnfinished } from '@retinue/protocol';
import type { TaskOpened } from '../../transitions/open-thread.ts';

/**
 * A task of this thread whose child is at rest and can be given another. What was taken back with a rewind is not among
 * them: the model has never seen it.
 */
export function findEndedTask(
  thread: ThreadState,
  wanted: string,
  openedNow: readonly TaskOpened['data'][],
  childAt: (threadId: ThreadId) => ThreadState | null,
): { before: TaskState; agent: AgentSnapshot } | { problem: string } {
  const tasks = thread.items.flatMap((item) => (item.type === 'step' ? item.calls.flatMap((call) => call.tasks) : []));
  const task = tasks.find(({ taskId }) => taskId === wanted);
  const child = task && childAt(task.childThreadId);
  if (!task || !child) {
    const ended = [...new Set(tasks.filter(({ outcome }) => outcome).map(({ taskId }) => taskId))];
    const valid =
      ended.length > 0 ? `Tasks of yours that have ended: ${ended.join(', ')}.` : 'No task of yours has ended.';
    return { problem: `There is no task "${wanted}" of yours. ${valid}` };
  }
  const now = openedNow.find(({ childThreadId }) => childThreadId === task.childThreadId);
  const busy = now?.taskId ?? (isUnfinished(child.status) ? child.parent?.taskId : null);
  if (busy) {
    const which = busy === wanted ? `Task ${wanted}` : `The agent of task ${wanted} works on ${busy}, which`;
    return { problem: `${which} has not ended. Wait for its result before you ask it to go on.` };
  }
  // The thread goes on from its last task, whichever of them was named.
  return { before: tasks.find(({ taskId }) => taskId === child.parent?.taskId) ?? task, agent: child.agent };
}
