import type { Commands, Fact, ThreadId } from '@retinue/protocol';
import { isUnfinished, refuse } from '@retinue/protocol';
import { currentTask } from '../transitions/current-task.ts';
import { renewAgent } from '../transitions/renew-agent.ts';
import { goOn } from './go-on.ts';
import { isHidden } from './hidden.ts';
import type { Office, Reply, Wish } from './office.ts';
import { headerOf, replyFrom, withReply } from './office.ts';

/** Words into a thread. At work it takes them up at its next step; a chat at rest begins a turn, a child goes on. */
export async function sendMessage(
  office: Office,
  wish: Wish,
  { threadId, text, budget }: Commands['sendMessage'],
): Promise<Reply<{ threadId: ThreadId }>> {
  const { log, agents, ids } = office;
  const before = await log.thread(wish.workspaceId, threadId);
  if (!before) return { refusal: refuse('no-such-thread', threadId) };
  const chosen = await agents.resolve(wish.workspaceId, before.agent.agentId);
  const threads = before.parent ? [threadId, before.parent.threadId] : [threadId];
  const result = await log.decideWithReply(headerOf(wish, 'receive-message'), threads, (view) => {
    const thread = view.thread(threadId);
    if (!thread || isHidden(view, thread)) return refuse('no-such-thread', threadId);
    const reply = { threadId };
    if (thread.parent && !isUnfinished(thread.status)) return withReply(goOn(office, view, thread, text), reply);
    const words = { messageId: ids.message(), from: 'person', text, taskId: null } as const;
    const message: Fact = {
      type: 'message.received',
      data: { ...words, ...(budget && { budget }), ...currentTask(thread) },
    };
    const renewed = isUnfinished(thread.status) ? [] : renewAgent(thread, chosen, ids.message());
    return { entries: [{ threadId, guard: 'exists', facts: [...renewed, message] }], reply };
  });
  return replyFrom(result);
}
