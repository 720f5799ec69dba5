import type { AgentDefinition, AgentId, WorkspaceId } from '@retinue/protocol';
import type { Roster } from '../ports/agents.ts';
import type { Recruit } from './open-thread.ts';

/** An agent as it is defined now, with those whom it may send. */
export async function recruit(agents: Roster, workspaceId: WorkspaceId, agentId: AgentId): Promise<Recruit | null> {
  const definition = await agents.find(workspaceId, agentId);
  if (!definition) return null;
  const found = await Promise.all(definition.subAgentIds.map((id) => agents.find(workspaceId, id)));
  const skills = await agents.skillsOf(workspaceId, definition);
  return { definition, subAgents: found.filter((agent) => agent !== null).map(introductionOf), skills };
}

function introductionOf({ agentId, name, description }: AgentDefinition) {
  return { agentId, name, description };
}
