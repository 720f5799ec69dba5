import { type TaskId, type ThreadState, taskIdOfChild } from '@retinue/protocol';

/** The current task of a child, if it is not the one that opened it. Readers of a single event need it. */
export function currentTask({ threadId, parent }: Pick<ThreadState, 'threadId' | 'parent'>): { servedTaskId?: TaskId } {
  return parent && parent.taskId !== taskIdOfChild(threadId) ? { servedTaskId: parent.taskId } : {};
}
