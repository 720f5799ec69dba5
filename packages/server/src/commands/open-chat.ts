import type { Commands, ThreadId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { openRoot } from '../facts/open-thread.ts';
import { recruit } from '../facts/recruit.ts';
import { aboveRoot } from '../facts/rights.ts';
import { titleOf } from '../facts/title-of.ts';
import type { Entry } from '../ports/event-log.ts';
import type { CommandContext, CommandDeps, Reply } from './command-context.ts';
import { headerOf, replyFrom } from './command-context.ts';

/** A new chat with its first message. */
export async function openChat(
  deps: CommandDeps,
  context: CommandContext,
  { agentId, text, threadId = deps.ids.thread(), budget }: Commands['openChat'],
): Promise<Reply<{ threadId: ThreadId }>> {
  const { log, agents, ids } = deps;
  const chosen = await recruit(agents, context.workspaceId, agentId);
  if (!chosen) return { refusal: refuse('no-such-agent', await describeAgents(deps, context, agentId)) };
  const limits = await deps.limitsOf(context.workspaceId);
  const rules = await deps.rulesOf(context.workspaceId);
  const bounds = { above: aboveRoot(context.role, deps.tools.list()), ...rules };
  const opening = openRoot(threadId, chosen, limits, titleOf(text), ids.message(), bounds);
  const message = {
    type: 'message.received',
    data: { messageId: ids.message(), from: 'person', text, taskId: null, ...(budget && { budget }) },
  } as const;
  const entry: Entry = { threadId, guard: 'new', facts: [...opening, message] };
  const result = await log.decideWithReply(headerOf(context, 'open-chat'), [threadId], () => ({
    entries: [entry],
    reply: { threadId },
  }));
  return replyFrom(result);
}

async function describeAgents({ agents }: CommandDeps, context: CommandContext, agentId: string): Promise<string> {
  const known = (await agents.list(context.workspaceId)).map((agent) => agent.agentId.replace(/^agt_/, ''));
  return `"${agentId.replace(/^agt_/, '')}". Choose one of: ${known.join(', ')}`;
}
