import type { AgentId, Refusal } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { Entry } from '../../ports/log/event-log.ts';
import type { RequestOf } from '../../ports/operations/operation.ts';
import { titleOf } from '../../prompts/title-of.ts';
import { rightsOfPerson } from '../../rights/rights.ts';
import { openRoot } from '../../transitions/open-thread.ts';
import { defineCommand } from '../define-command.ts';

/** A new chat with its first message. */
export const openChat = defineCommand({
  name: 'openChat',
  async load({ services, context, body: { text, budget, ...body } }) {
    const { agents, ids, tools, workspaces } = services;
    const { workspaceId, role, newChatId: threadId = ids.thread() } = context;
    const agentId = body.agentId ?? (await workspaces.find(workspaceId))?.defaultAgentId;
    if (!agentId) return refuse('no-such-workspace', { workspaceId });
    const chosen = await agents.resolve(workspaceId, agentId);
    if (!chosen) return noSuchAgent({ services, context }, agentId);
    const limits = await workspaces.limitsOf(workspaceId);
    const bounds = { above: rightsOfPerson(role, tools.list()), ...(await workspaces.rulesOf(workspaceId)) };
    const opening = openRoot(threadId, chosen, limits, titleOf(text), ids.message(), bounds);
    const message = {
      type: 'message.received',
      data: { messageId: ids.message(), from: 'person', text, taskId: null, ...(budget && { budget }) },
    } as const;
    const entry: Entry = { threadId, guard: 'new', facts: [...opening, message] };
    return { threads: [threadId], entry };
  },
  decide: (_request, { entry }) => ({ entries: [entry], reply: { chatId: entry.threadId } }),
});

async function noSuchAgent(
  { services, context }: Pick<RequestOf<'openChat'>, 'services' | 'context'>,
  agentId: AgentId,
): Promise<Refusal> {
  const known = (await services.agents.list(context.workspaceId)).map((agent) => agent.agentId);
  return refuse('no-such-agent', { agentId, known });
}
