import type { Refusal, ThreadState } from '@retinue/protocol';
import { findCall, isUnfinished, minBudget, refuse, remainderOf, shareOf } from '@retinue/protocol';
import type { Entry, View } from '../ports/log/event-log.ts';
import type { AppServices } from '../ports/operations/app-services.ts';
import { reactivateChild } from '../transitions/reactivate-child.ts';

/**
 * A person's message to a child that has ended reactivates it, as another task under the call that it last worked for.
 * That call has its result, so this one enters the parent as a message, if the parent can still receive it.
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
    return refuse('thread-ended', { threadId: child.threadId });
  }
  // A person's request after the end of the turn is separate, like the next turn.
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
