import type { CallState, ServedBefore, TaskId, TaskState, ThreadId, ThreadState } from '@retinue/protocol';
import { findTask } from '@retinue/protocol';
import type { Entry, View } from '../ports/log/event-log.ts';

/**
 * Rewinds the children that steps after this place had reactivated: instructions to such a child are taken back with
 * the turn that gave them, and so are its own. A child with a task that stays is not changed.
 */
export function rewindChildren(
  view: View,
  thread: ThreadState,
  toSeq: number,
  goingOn: ReadonlySet<ThreadId>,
): Entry[] {
  const gone = goneTasks(thread, toSeq);
  const childIds = new Set(gone.flatMap(({ reactivates, childThreadId }) => (reactivates ? [childThreadId] : [])));
  return [...childIds].flatMap((childId) => {
    const child = goingOn.has(childId) ? null : view.thread(childId);
    const place = child && placeBefore(child, new Set(gone.map(({ taskId }) => taskId)));
    const served = place && servedBefore(thread, place.taskId, toSeq);
    if (!child || !served) return [];
    const rewound = { toSeq: place.toSeq, isAsked: false, serves: served };
    const own: Entry = { threadId: childId, guard: 'exists', facts: [{ type: 'thread.rewound', data: rewound }] };
    return [...rewindChildren(view, child, place.toSeq, goingOn), own];
  });
}

function goneTasks({ items }: ThreadState, toSeq: number): TaskState[] {
  return items.flatMap((item) =>
    item.type === 'step' && item.seq > toSeq ? item.calls.flatMap(({ tasks }) => tasks) : [],
  );
}

/** The last place before the first of these tasks, and the task that the child served there. */
function placeBefore({ items }: ThreadState, gone: ReadonlySet<TaskId>): { toSeq: number; taskId: TaskId } | null {
  let taskId: TaskId | null = null;
  for (const item of items) {
    if (item.type !== 'message' || item.taskId === null || item.from === 'task') continue;
    if (gone.has(item.taskId)) return taskId && { toSeq: item.seq - 1, taskId };
    taskId = item.taskId;
  }
  return null;
}

function servedBefore(parent: ThreadState, taskId: TaskId, toSeq: number): ServedBefore | null {
  const found = findTask(parent, taskId);
  const outcome = found?.task.outcome;
  if (!found || !outcome) return null;
  const { call, task } = found;
  const step = parent.items.find((item) => item.type === 'step' && item.step === call.step);
  if (!step || step.seq > toSeq) return null;
  return {
    parent: linkOf(parent, call, task),
    turn: task.turn,
    status: outcome.status === 'success' ? 'completed' : outcome.status,
    result: outcome.result,
    reason: outcome.reason,
    endedAt: task.endedAt ?? task.openedAt,
    ...(task.resultSchema === null ? {} : { resultSchema: task.resultSchema }),
    ...(task.grant && { grant: task.grant }),
  };
}

function linkOf({ threadId }: ThreadState, { callId, step }: CallState, { taskId }: TaskState) {
  return { threadId, callId, step, taskId };
}
