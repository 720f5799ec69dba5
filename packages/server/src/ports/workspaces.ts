import type { LimitChanges, Limits, Refusal, Workspace, WorkspaceId } from '@retinue/protocol';

export interface Workspaces {
  find(workspaceId: WorkspaceId): Promise<Workspace | null>;
  list(): Promise<Workspace[]>;
  create(name: string, once?: { key: string; request: string }): Promise<WorkspaceChanged>;
  change(workspaceId: WorkspaceId, changes: WorkspaceChanges): Promise<WorkspaceChanged>;
  /** What bounds the trees of a workspace, from the next chat on. */
  limitsOf(workspaceId: WorkspaceId): Promise<Limits>;
  rulesOf(workspaceId: WorkspaceId): Promise<ToolRules>;
}

export type WorkspaceChanges = Partial<Omit<Workspace, 'workspaceId' | 'createdAt' | 'limits'>> & {
  /** A limit that is null is left to the server again. */
  limits?: LimitChanges;
};

/** What a workspace says of tools, as it is now. */
export type ToolRules = Pick<Workspace, 'approvals' | 'deniedTools'>;

export type WorkspaceChanged = { refusal: Refusal } | { refusal: null; workspace: Workspace };
