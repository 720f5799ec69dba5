import type { Budget, Fact, Refusal, ThreadId, ThreadState } from '@retinue/protocol';
import { findCall, isUnfinished, minBudget, refuse, remainderOf, shareOf } from '@retinue/protocol';
import type { Decided, Entry, View } from '../ports/log/event-log.ts';
import type { AppServices } from '../ports/operations/app-services.ts';
import type { ResolvedAgent } from '../ports/settings/agents.ts';
import { currentTask } from '../transitions/current-task.ts';
import { reactivateChild } from '../transitions/reactivate-child.ts';
import { renewAgent } from '../transitions/renew-agent.ts';
import { withReply } from './decide-on-chat.ts';
import { isHidden } from './is-hidden.ts';

interface Receiver {
  threadId: ThreadId;
  /** The current definition of its agent, for the turn that the message starts. */
  chosen: ResolvedAgent | null;
}

export async function loadReceiver(
  { services: { agents } }: { services: AppServices },
  { workspaceId, threadId, agent }: ThreadState,
): Promise<Receiver> {
  return { threadId, chosen: await agents.resolve(workspaceId, agent.agentId) };
}

/**
 * A person's message to a thread. A running thread reads it at its next step; an idle chat starts a turn, an ended
 * child is reactivated.
 */
export function receiveMessage(
  { services, view }: { services: AppServices; view: View },
  { threadId, chosen }: Receiver,
  { text, budget }: { text: string; budget?: Budget | undefined },
): Decided<Record<string, never>> | Refusal {
  const { ids } = services;
  const thread = view.thread(threadId);
  if (!thread || isHidden(view, thread)) return refuse('no-such-thread', { threadId });
  if (thread.parent && !isUnfinished(thread.status))
    return withReply(reactivateForPerson(services, view, thread, text), {});
  const own = { messageId: ids.message(), from: 'person', text, taskId: null } as const;
  const message: Fact = {
    type: 'message.received',
    data: { ...own, ...(budget && { budget }), ...currentTask(thread) },
  };
  const renewed = isUnfinished(thread.status) ? [] : renewAgent(thread, chosen, ids.message());
  return { entries: [{ threadId, guard: 'exists', facts: [...renewed, message] }], reply: {} };
}

/**
 * A person's message to a child that has ended reactivates it, as another task under the call that it last worked for.
 * That call has its result, so this one enters the parent as a message, if the parent can still receive it.
 */
function reactivateForPerson(
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
