import type { Budget, Fact, Refusal, ThreadId, ThreadState } from '@retinue/protocol';
import { isUnfinished, refuse } from '@retinue/protocol';
import type { Decided, View } from '../ports/log/event-log.ts';
import type { AppServices } from '../ports/operations/app-services.ts';
import type { ResolvedAgent } from '../ports/settings/agents.ts';
import { currentTask } from '../transitions/current-task.ts';
import { renewAgent } from '../transitions/renew-agent.ts';
import { withReply } from './decide-on-chat.ts';
import { isHidden } from './is-hidden.ts';
import { reactivateForPerson } from './reactivate-for-person.ts';

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
