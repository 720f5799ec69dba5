import type { AgentDefinition, ListedAgent, Refusal, WorkspaceId } from '@retinue/protocol';
import { isRefusal } from '@retinue/protocol';
import type { AppServices } from '../ports/operations/app-services.ts';

/** The reply of a change of an agent: the agent as a list shows it. */
export async function listAgent(
  { agents }: AppServices,
  { workspaceId }: { workspaceId: WorkspaceId },
  changing: Promise<AgentDefinition | Refusal>,
): Promise<ListedAgent | Refusal> {
  const changed = await changing;
  if (isRefusal(changed)) return changed;
  return { ...changed, isBuiltIn: await agents.isBuiltIn(workspaceId, changed.agentId) };
}
