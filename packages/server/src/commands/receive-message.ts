import type { Budget, Fact, Refusal, ThreadId, ThreadState } from '@retinue/protocol';
import { isUnfinished, refuse } from '@retinue/protocol';
import type { ResolvedAgent } from '../ports/agents.ts';
import type { AppServices } from '../ports/app-services.ts';
import type { Decided, View } from '../ports/event-log.ts';
import { currentTask } from '../transitions/current-task.ts';
import { renewAgent } from '../transitions/renew-agent.ts';
import { withReply } from './decide-on-chat.ts';
import { isHidden } from './is-hidden.ts';
import { reactivateForPerson } from './reactivate-for-person.ts';

interface Receiver {
  threadId: ThreadId;
  /** Its agent as it is now, for the turn that the message begins. */
  chosen: ResolvedAgent | null;
}

export async function loadReceiver(
  { services: { agents } }: { services: AppServices },
  { workspaceId, threadId, agent }: ThreadState,
): Promise<Receiver> {
  return { threadId, chosen: await agents.resolve(workspaceId, agent.agentId) };
}

/** A person's message to a thread. At work it reads it at its next step; a chat at rest begins a turn, a child goes on. */
export function receiveMessage(
  { services, view }: { services: AppServices; view: View },
  { threadId, chosen }: Receiver,
  { text, budget }: { text: string; budget?: Budget | undefined },
): Decided<Record<string, never>> | Refusal {
  const { ids } = services;
  const thread = view.thread(threadId);
  if (!thread || isHidden(view, thread)) return refuse('no-such-thread', threadId);
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
