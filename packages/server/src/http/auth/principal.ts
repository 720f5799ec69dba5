import type { Policy, Role, WorkspaceId } from '@retinue/protocol';

/** The caller. Even the lone owner of a laptop has one. */
export interface Principal {
  /** Identifies it in the log and in limits. */
  id: string;
  name: string;
  role: Role;
  workspaceIds: 'all' | readonly WorkspaceId[];
}

/** The problem with a request for a route; null if it is allowed. */
export type Denial = 'not-signed-in' | 'no-such-workspace' | 'forbidden';

/** The only place that decides on permissions. To a caller, a foreign workspace does not exist. */
export function denialOf(policy: Policy, principal: Principal | null, workspaceId: WorkspaceId | null): Denial | null {
  if (policy === 'public') return null;
  if (!principal) return 'not-signed-in';
  if (workspaceId && !isMember(principal, workspaceId)) return 'no-such-workspace';
  if (policy === 'owner' && !workspaceId && principal.workspaceIds !== 'all') return 'forbidden';
  return allowed[policy].includes(principal.role) ? null : 'forbidden';
}

export function isMember({ workspaceIds }: Principal, workspaceId: WorkspaceId): boolean {
  return workspaceIds === 'all' || workspaceIds.includes(workspaceId);
}

const allowed: Record<Exclude<Policy, 'public'>, readonly Principal['role'][]> = {
  'signed-in': ['owner', 'editor', 'viewer'],
  read: ['owner', 'editor', 'viewer'],
  write: ['owner', 'editor'],
  owner: ['owner'],
};
