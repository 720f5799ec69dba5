import type { TaskId, ThreadState } from '@retinue/protocol';
import { taskIdOfChild } from '@retinue/protocol';

/** For whoever has only the event: the task that a child works on, where that is not the one that it was opened for. */
export function currentTask({ threadId, parent }: Pick<ThreadState, 'threadId' | 'parent'>): { servedTaskId?: TaskId } {
  return parent && parent.taskId !== taskIdOfChild(threadId) ? { servedTaskId: parent.taskId } : {};
}
