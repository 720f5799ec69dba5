import type { CallState, Refusal, TaskState, ThreadState } from '@retinue/protocol';
import { findTask, refuse } from '@retinue/protocol';
import type { View } from '../ports/log/event-log.ts';
import type { StoredTask } from '../ports/log/read-models.ts';
import { isHidden } from './is-hidden.ts';

interface TaskOfParent {
  parent: ThreadState;
  call: CallState;
  task: TaskState;
}

/** A task under the call that requested it, as both are in the transaction. */
export function taskOfParent(view: View, { taskId, parentThreadId }: StoredTask): TaskOfParent | Refusal {
  const parent = view.thread(parentThreadId);
  if (parent && isHidden(view, parent)) return refuse('no-such-thread', { threadId: parent.rootId });
  const found = parent && findTask(parent, taskId);
  return found ? { parent, ...found } : refuse('no-such-task', { taskId });
}
