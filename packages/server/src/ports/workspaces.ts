import type { LimitChanges, Limits, Refusal, Workspace, WorkspaceId } from '@retinue/protocol';

export interface Workspaces {
  find(workspaceId: WorkspaceId): Promise<Workspace | null>;
  list(): Promise<Workspace[]>;
  create(name: string, once?: { key: string; request: string }): Promise<WorkspaceChanged>;
  change(workspaceId: WorkspaceId, changes: WorkspaceChanges): Promise<WorkspaceChanged>;
  /** What bounds the trees of a workspace, from the next chat on. */
  limitsOf(workspaceId: WorkspaceId): Promise<Limits>;
}

export type WorkspaceChanges = Partial<Pick<Workspace, 'name' | 'maxDepth' | 'defaultAgentId'>> & {
  /** A limit that is null is left to the server again. */
  limits?: LimitChanges;
};

export type WorkspaceChanged = { refusal: Refusal } | { refusal: null; workspace: Workspace };
