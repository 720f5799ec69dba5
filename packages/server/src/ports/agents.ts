import type { AgentDefinition, AgentId, WorkspaceId } from '@retinue/protocol';

/** The agents of a workspace as they are now. */
export interface Agents {
  find(workspaceId: WorkspaceId, agentId: AgentId): Promise<AgentDefinition | null>;
  list(workspaceId: WorkspaceId): Promise<AgentDefinition[]>;
}
