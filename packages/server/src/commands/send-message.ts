import type { Commands, Fact, ThreadId } from '@retinue/protocol';
import { isUnfinished, refuse } from '@retinue/protocol';
import { recruit } from '../facts/recruit.ts';
import { renewAgent } from '../facts/renew-agent.ts';
import { servedTask } from '../facts/served-task.ts';
import type { CommandContext, CommandDeps, Reply } from './command-context.ts';
import { headerOf, replyFrom, withReply } from './command-context.ts';
import { goOn } from './go-on.ts';
import { isHidden } from './is-hidden.ts';

/** Words into a thread. At work it takes them up at its next step; a chat at rest begins a turn, a child goes on. */
export async function sendMessage(
  deps: CommandDeps,
  context: CommandContext,
  { threadId, text, budget }: Commands['sendMessage'],
): Promise<Reply<{ threadId: ThreadId }>> {
  const { log, agents, ids } = deps;
  const before = await log.thread(context.workspaceId, threadId);
  if (!before) return { refusal: refuse('no-such-thread', threadId) };
  const chosen = await recruit(agents, context.workspaceId, before.agent.agentId);
  const threads = before.parent ? [threadId, before.parent.threadId] : [threadId];
  const result = await log.decideWithReply(headerOf(context, 'receive-message'), threads, (view) => {
    const thread = view.thread(threadId);
    if (!thread || isHidden(view, thread)) return refuse('no-such-thread', threadId);
    const reply = { threadId };
    if (thread.parent && !isUnfinished(thread.status)) return withReply(goOn(deps, view, thread, text), reply);
    const words = { messageId: ids.message(), from: 'person', text, taskId: null } as const;
    const message: Fact = {
      type: 'message.received',
      data: { ...words, ...(budget && { budget }), ...servedTask(thread) },
    };
    const renewed = isUnfinished(thread.status) ? [] : renewAgent(thread, chosen, ids.message());
    return { entries: [{ threadId, guard: 'exists', facts: [...renewed, message] }], reply };
  });
  return replyFrom(result);
}
