import type { Limits, Refusal, Workspace, WorkspaceId } from '@retinue/protocol';

export interface Workspaces {
  find(workspaceId: WorkspaceId): Promise<Workspace | null>;
  list(): Promise<Workspace[]>;
  create(name: string, once?: { key: string; request: string }): Promise<WorkspaceChanged>;
  change(
    workspaceId: WorkspaceId,
    changes: Partial<Pick<Workspace, 'name' | 'maxDepth' | 'defaultAgentId'>>,
  ): Promise<WorkspaceChanged>;
  /** What bounds the trees of a workspace, from the next chat on. */
  limitsOf(workspaceId: WorkspaceId): Promise<Limits>;
}

export type WorkspaceChanged = { refusal: Refusal } | { refusal: null; workspace: Workspace };
