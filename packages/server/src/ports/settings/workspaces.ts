import type { AgentId, DamagedSetting, LimitChanges, Limits, Refusal, Workspace, WorkspaceId } from '@retinue/protocol';
import type { RecordView } from '../log/event-log.ts';
import type { RecordRequest } from '../log/records.ts';

export interface Workspaces {
  find(workspaceId: WorkspaceId): Promise<Workspace | null>;
  list(): Promise<Workspace[]>;
  create(request: Omit<RecordRequest, 'workspaceId'>, name: string): Promise<Workspace | Refusal>;
  /** Refused if the new default agent does not exist. */
  change(request: RecordRequest, changes: WorkspaceUpdate): Promise<Workspace | Refusal>;
  /** Limits of a workspace's trees, from the next chat on. */
  limitsOf(workspaceId: WorkspaceId): Promise<Limits>;
  rulesOf(workspaceId: WorkspaceId): Promise<ToolRules>;
  /** The same inside a transaction: a rule that was acknowledged before counts. */
  rulesIn(view: RecordView, workspaceId: WorkspaceId): ToolRules;
  /** Read inside a transaction, so that it cannot change before a dependent write. */
  defaultAgentIn(view: RecordView, workspaceId: WorkspaceId): AgentId;
  /** Settings that can't be read: their defaults are used. */
  damagedSettings(workspaceId: WorkspaceId): Promise<DamagedSetting[]>;
  /** Returns whether there was one. */
  removeDamagedSetting(request: RecordRequest, setting: Pick<DamagedSetting, 'kind' | 'id'>): Promise<boolean>;
}

export type WorkspaceUpdate = Partial<Omit<Workspace, 'workspaceId' | 'createdAt' | 'limits' | 'version'>> & {
  /** Null resets a limit to the server's. */
  limits?: LimitChanges;
};

/** A workspace's current rules for tools. */
export type ToolRules = Pick<Workspace, 'approvals' | 'deniedTools'>;
