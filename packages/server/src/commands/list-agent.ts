import type { AgentDefinition, ListedAgent, Refusal, WorkspaceId } from '@retinue/protocol';
import type { AppServices } from '../ports/app-services.ts';
import type { RecordReply } from '../ports/records.ts';

/** The reply of a change of an agent: the agent as a list shows it. */
export async function listAgent(
  { agents }: AppServices,
  { workspaceId }: { workspaceId: WorkspaceId },
  changing: Promise<RecordReply<AgentDefinition>>,
): Promise<ListedAgent | Refusal> {
  const changed = await changing;
  if (changed.refusal) return changed.refusal;
  return { ...changed.done, isBuiltIn: await agents.isBuiltIn(workspaceId, changed.done.agentId) };
}
