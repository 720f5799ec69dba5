import type {
  AgentChanges,
  AgentDefinition,
  AgentId,
  AgentInput,
  Introduction,
  Role,
  SkillIntroduction,
  WorkspaceId,
} from '@retinue/protocol';
import type { RecordView } from './event-log.ts';
import type { RecordReply, RecordWish } from './records.ts';

/** The agents of a workspace as they are now. */
export interface Agents {
  find(workspaceId: WorkspaceId, agentId: AgentId): Promise<AgentDefinition | null>;
  /** Built-in ones first, in their order, then the workspace's own. */
  list(workspaceId: WorkspaceId): Promise<AgentDefinition[]>;
}

/** The agents of a workspace, for code that starts their work. */
export interface AgentDirectory extends Agents {
  /** An agent as it is defined now. Sub-agents and skills that are gone are left out. */
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

/** The agents that were asked for, in their order; null for one that is gone. */
export type AgentFinder = (view: RecordView) => (AgentDefinition | null)[];

/** Who wishes it matters: some of what an agent may do is for owners to say. */
export interface AgentWish extends RecordWish {
  role: Role;
}

/** The same, for who may change them. A bad wish is refused in words, and nothing is changed. */
export interface AgentLibrary extends AgentDirectory {
  isBuiltIn(workspaceId: WorkspaceId, agentId: AgentId): Promise<boolean>;
  create(wish: AgentWish, input: AgentInput): Promise<RecordReply<AgentDefinition>>;
  /** An edited built-in agent is kept as the workspace's own under the same id. */
  update(wish: AgentWish, agentId: AgentId, changes: AgentChanges): Promise<RecordReply<AgentDefinition>>;
  /** Says what is there now: a built-in agent is as it came again, any other is gone. Refused for the default agent. */
  remove(wish: AgentWish, agentId: AgentId): Promise<RecordReply<AgentDefinition | null>>;
  duplicate(wish: AgentWish, agentId: AgentId): Promise<RecordReply<AgentDefinition>>;
}
