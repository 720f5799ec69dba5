import type { Commands, Fact, ThreadId, ThreadState } from '@retinue/protocol';
import { isUnfinished, refuse } from '@retinue/protocol';
import type { Recruit } from '../facts/open-thread.ts';
import { snapshotOf, systemMessage } from '../facts/open-thread.ts';
import { recruit } from '../facts/recruit.ts';
import { systemPromptOf } from '../facts/system-prompt.ts';
import type { Office, Reply, Wish } from './office.ts';
import { headerOf, replyFrom } from './office.ts';

/** Words into a thread. A thread at work takes them up at its next step; a chat at rest begins a turn with them. */
export async function sendMessage(
  office: Office,
  wish: Wish,
  { threadId, text }: Commands['sendMessage'],
): Promise<Reply<{ threadId: ThreadId }>> {
  const { log, agents, ids } = office;
  const before = await log.thread(wish.workspaceId, threadId);
  if (!before) return { refusal: refuse('no-such-thread', threadId) };
  const chosen = await recruit(agents, wish.workspaceId, before.agent.agentId);
  const done = { threadId };
  const result = await log.decide(headerOf(wish, 'receive-message', done), [threadId], (view) => {
    const thread = view.thread(threadId);
    if (!thread) return refuse('no-such-thread', threadId);
    if (thread.parent && !isUnfinished(thread.status)) return refuse('thread-ended', threadId);
    const message: Fact = {
      type: 'message.received',
      data: { messageId: ids.message(), from: 'person', text, taskId: null },
    };
    return [{ threadId, guard: 'exists', facts: [...renewAgent(office, thread, chosen), message] }];
  });
  return replyFrom(result, done);
}

/** An edited agent applies to a chat from its next turn. */
function renewAgent({ ids }: Office, thread: ThreadState, chosen: Recruit | null): Fact[] {
  if (!chosen || isUnfinished(thread.status) || chosen.definition.version === thread.agent.version) return [];
  const agent = snapshotOf(chosen);
  const prompt = systemPromptOf(chosen.definition, { ...thread, agent });
  return [{ type: 'agent.changed', data: { agent } }, systemMessage(ids.message(), prompt)];
}
