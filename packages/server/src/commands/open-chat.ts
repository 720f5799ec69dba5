import type { Commands, ThreadId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { Entry } from '../ports/event-log.ts';
import { titleOf } from '../prompts/title-of.ts';
import { rightsOfPerson } from '../rights/rights.ts';
import { openRoot } from '../transitions/open-thread.ts';
import type { Office, Reply, Wish } from './office.ts';
import { headerOf, replyFrom } from './office.ts';

/** A new chat with its first message. */
export async function openChat(
  office: Office,
  wish: Wish,
  { agentId, text, threadId = office.ids.thread(), budget }: Commands['openChat'],
): Promise<Reply<{ threadId: ThreadId }>> {
  const { log, agents, ids } = office;
  const chosen = await agents.resolve(wish.workspaceId, agentId);
  if (!chosen) return { refusal: refuse('no-such-agent', await describeAgents(office, wish, agentId)) };
  const limits = await office.limitsOf(wish.workspaceId);
  const rules = await office.rulesOf(wish.workspaceId);
  const bounds = { above: rightsOfPerson(wish.role, office.tools.list()), ...rules };
  const opening = openRoot(threadId, chosen, limits, titleOf(text), ids.message(), bounds);
  const message = {
    type: 'message.received',
    data: { messageId: ids.message(), from: 'person', text, taskId: null, ...(budget && { budget }) },
  } as const;
  const entry: Entry = { threadId, guard: 'new', facts: [...opening, message] };
  const result = await log.decideWithReply(headerOf(wish, 'open-chat'), [threadId], () => ({
    entries: [entry],
    reply: { threadId },
  }));
  return replyFrom(result);
}

async function describeAgents({ agents }: Office, wish: Wish, agentId: string): Promise<string> {
  const known = (await agents.list(wish.workspaceId)).map((agent) => agent.agentId.replace(/^agt_/, ''));
  return `"${agentId.replace(/^agt_/, '')}". Choose one of: ${known.join(', ')}`;
}
