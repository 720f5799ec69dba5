import type { Policy, Role, WorkspaceId } from '@retinue/protocol';

/** Who asks. Even the lone owner of a laptop is one. */
export interface Principal {
  /** For the log and for limits. */
  id: string;
  name: string;
  role: Role;
  workspaceIds: 'all' | readonly WorkspaceId[];
}

/** What is wrong with a wish to use a route; null when it may be used. */
export type Denial = 'not-signed-in' | 'no-such-workspace' | 'forbidden';

/** The one place that decides who may do what. A workspace that is not one's own is not there at all. */
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
