import type { AgentId, DamagedSetting, LimitChanges, Limits, Refusal, Workspace, WorkspaceId } from '@retinue/protocol';
import type { RecordView } from './event-log.ts';

export interface Workspaces {
  find(workspaceId: WorkspaceId): Promise<Workspace | null>;
  list(): Promise<Workspace[]>;
  create(name: string, once?: { key: string; request: string }): Promise<WorkspaceChanged>;
  /** Refused if the default agent is set to one that is not there. */
  change(workspaceId: WorkspaceId, changes: WorkspaceChanges, ifVersion?: number): Promise<WorkspaceChanged>;
  /** What bounds the trees of a workspace, from the next chat on. */
  limitsOf(workspaceId: WorkspaceId): Promise<Limits>;
  rulesOf(workspaceId: WorkspaceId): Promise<ToolRules>;
  /** The same inside a transaction: a rule that was acknowledged before counts. */
  rulesIn(view: RecordView, workspaceId: WorkspaceId): ToolRules;
  /** Read inside a transaction, so that it cannot change before what depends on it is written. */
  defaultAgentIn(view: RecordView, workspaceId: WorkspaceId): AgentId;
  /** Settings that can't be read: their defaults are used. */
  damagedSettings(workspaceId: WorkspaceId): Promise<DamagedSetting[]>;
  /** Says whether there was one. */
  removeDamagedSetting(workspaceId: WorkspaceId, setting: Pick<DamagedSetting, 'kind' | 'id'>): Promise<boolean>;
}

export type WorkspaceChanges = Partial<Omit<Workspace, 'workspaceId' | 'createdAt' | 'limits' | 'version'>> & {
  /** A limit that is null is left to the server again. */
  limits?: LimitChanges;
};

/** What a workspace says of tools, as it is now. */
export type ToolRules = Pick<Workspace, 'approvals' | 'deniedTools'>;

export type WorkspaceChanged = { refusal: Refusal } | { refusal: null; workspace: Workspace };
