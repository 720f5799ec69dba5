import type {
  AgentDefinition,
  AgentId,
  agentChangesSchema,
  agentInputSchema,
  Introduction,
  Refusal,
  Role,
  SkillIntroduction,
  WorkspaceId,
} from '@retinue/protocol';
import type { z } from 'zod';
import type { RecordView } from '../log/event-log.ts';
import type { Empty, RecordRequest } from '../log/records.ts';

/** The current agents of a workspace. */
export interface Agents {
  find(workspaceId: WorkspaceId, agentId: AgentId): Promise<AgentDefinition | null>;
  /** Built-in ones first, in their order, then the workspace's own. */
  list(workspaceId: WorkspaceId): Promise<AgentDefinition[]>;
}

/** The agents of a workspace, for code that starts their work. */
export interface AgentDirectory extends Agents {
  /** The current definition of an agent. Deleted sub-agents and skills are left out. */
  resolve(workspaceId: WorkspaceId, agentId: AgentId): Promise<ResolvedAgent | null>;
  /** Looks these up inside a transaction, so that an edit that was acknowledged before counts. */
  finderOf(workspaceId: WorkspaceId, agentIds: readonly AgentId[]): Promise<AgentFinder>;
}

/** An agent ready to work: its definition, the agents that it may delegate to, and its skills. */
export interface ResolvedAgent {
  definition: AgentDefinition;
  subAgents: Introduction[];
  skills: SkillIntroduction[];
}

/** The requested agents, in their order; null for a missing one. */
export type AgentFinder = (view: RecordView) => (AgentDefinition | null)[];

export type NewAgent = z.output<typeof agentInputSchema>;
export type ChangedAgent = z.output<typeof agentChangesSchema>;

/** With the role of the person: some fields of an agent are for owners. */
export interface AgentRequest extends RecordRequest {
  role: Role;
}

/** The same, with changes. A bad request is refused and changes nothing. */
export interface AgentLibrary extends AgentDirectory {
  isBuiltIn(workspaceId: WorkspaceId, agentId: AgentId): Promise<boolean>;
  create(request: AgentRequest, input: NewAgent): Promise<AgentDefinition | Refusal>;
  /** An edited built-in agent is kept as the workspace's own under the same id. */
  update(request: AgentRequest, agentId: AgentId, changes: ChangedAgent): Promise<AgentDefinition | Refusal>;
  /** Resets a built-in agent, and deletes any other. Refused for the default agent. */
  remove(request: AgentRequest, agentId: AgentId): Promise<Empty | Refusal>;
  duplicate(request: AgentRequest, agentId: AgentId): Promise<AgentDefinition | Refusal>;
}
