import type { Refusal, ThreadState } from '@retinue/protocol';
import { findCall, isUnfinished, minBudget, refuse, remainderOf, shareOf } from '@retinue/protocol';
import type { AppServices } from '../ports/app-services.ts';
import type { Entry, View } from '../ports/event-log.ts';
import { reactivateChild } from '../transitions/reactivate-child.ts';

/**
 * A person's words to a child that has ended: it goes on with them, as another task under the call that it last worked
 * for. That call has its result, so this one enters the parent as a message, if the parent is there to hear it.
 */
export function reactivateForPerson(
  { ids }: AppServices,
  view: View,
  child: ThreadState,
  text: string,
): readonly Entry[] | Refusal {
  const link = child.parent;
  const parent = link && view.thread(link.threadId);
  const call = parent && findCall(parent, link.step, link.callId);
  const before = call?.tasks.find(({ taskId }) => taskId === link?.taskId);
  if (!parent || !call || !before || call.tasks.some(({ outcome }) => !outcome)) {
    return refuse('thread-ended', child.threadId);
  }
  // What a person asks for after the turn is over is a request of its own, like the next turn.
  const { limits, agent } = parent;
  const grant = isUnfinished(parent.status) ? shareOf(remainderOf(parent), 1) : minBudget(limits.budget, agent.budget);
  const { task, child: reopened } = reactivateChild(parent, {
    callId: call.callId,
    step: call.step,
    attempt: call.tasks.length + 1,
    retryOf: null,
    before,
    agent: child.agent,
    instruction: text,
    from: 'person',
    messageId: ids.message(),
    terms: grant ? { grant } : {},
    given: [],
  });
  return [{ threadId: parent.threadId, guard: 'exists', facts: [task] }, reopened];
}
