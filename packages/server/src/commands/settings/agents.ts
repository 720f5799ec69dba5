import type { AgentDefinition, ListedAgent, Refusal, WorkspaceId } from '@retinue/protocol';
import { isRefusal } from '@retinue/protocol';
import type { AppServices } from '../../ports/operations/app-services.ts';
import { directCommands } from '../define-command.ts';

export const agentCommands = directCommands({
  createAgent: ({ services, context, body }) => listAgent(services, context, services.agents.create(context, body)),
  changeAgent: ({ services, context, params, body }) =>
    listAgent(services, context, services.agents.update(context, params.agentId, body)),
  duplicateAgent: ({ services, context, params }) =>
    listAgent(services, context, services.agents.duplicate(context, params.agentId)),
  /** Refused for the default agent, inside the transaction. */
  deleteAgent: ({ services, context, params }) => services.agents.remove(context, params.agentId),
});

/** The reply of a change of an agent: the agent as a list shows it. */
async function listAgent(
  { agents }: AppServices,
  { workspaceId }: { workspaceId: WorkspaceId },
  changing: Promise<AgentDefinition | Refusal>,
): Promise<ListedAgent | Refusal> {
  const changed = await changing;
  if (isRefusal(changed)) return changed;
  return { ...changed, isBuiltIn: await agents.isBuiltIn(workspaceId, changed.agentId) };
}
