import type { Event } from './events.ts';
import type { CallId, IdMaker, TaskId } from './ids.ts';
import { childThreadIdOf, questionIdOf, taskIdOf } from './ids.ts';

/**
 * A tree with new ids throughout, so that it can stand beside the one it was made from. Ids that belong together still
 * share one suffix. What agents wrote of the tree's own ids is changed along with them, since they may go on by it.
 */
export function copyTree(events: readonly Event[], ids: IdMaker): Event[] {
  const fresh = freshIds(events, ids);
  const text = JSON.stringify(events).replace(idPattern, (id) => fresh.get(id) ?? id);
  return JSON.parse(text);
}

const idPattern = /(?:thr|task|call|qst|msg)_[0-9A-Za-z_-]+/g;

function freshIds(events: readonly Event[], ids: IdMaker): Map<string, string> {
  const fresh = new Map<string, string>();
  const calls = new Map<CallId, CallId>();
  const call = (callId: CallId) => calls.getOrInsertComputed(callId, () => ids.call());
  for (const { type, threadId, data } of events) {
    if (type === 'thread.opened' && data.parent === null) fresh.set(threadId, ids.thread());
    if (type === 'message.received') fresh.set(data.messageId, ids.message());
    if (type === 'call.requested') fresh.set(data.callId, call(data.callId));
    if (type === 'question.asked') fresh.set(data.questionId, questionIdOf(call(data.callId)));
    if (type === 'task.opened') {
      const taskId: TaskId = taskIdOf(call(data.callId), data.attempt);
      fresh.set(data.taskId, taskId);
      if (!data.reactivates) fresh.set(data.childThreadId, childThreadIdOf(taskId));
    }
  }
  return fresh;
}
