import type { AppServices } from '../../ports/operations/app-services.ts';
import type { ReplyOf } from '../../ports/operations/operation.ts';
import type { Principal } from './principal.ts';
import { isMember } from './principal.ts';

/** The signed-in person, with their workspaces. */
export async function signedIn(services: AppServices, principal: Principal): Promise<ReplyOf<'getSignedIn'>> {
  const workspaces = (await services.workspaces.list()).filter(({ workspaceId }) => isMember(principal, workspaceId));
  const { name, role, workspaceIds } = principal;
  return { principal: { name, role, runsServer: role === 'owner' && workspaceIds === 'all' }, workspaces };
}
