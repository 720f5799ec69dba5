import type { Refusal, WorkspaceId } from '@retinue/protocol';
import type { RecordWish } from '../../ports/records.ts';
import type { RequestContext } from '../http-context.ts';
import { refused } from '../problems.ts';

/** What a command did, or its refusal as a problem. */
export function unwrap<Done>(reply: { refusal: null; done: Done } | { refusal: Refusal }): Done {
  if (reply.refusal) throw refused(reply.refusal);
  return reply.done;
}

/** Where a setting is changed, under which key, and for which version. */
export function recordWishOf(
  { workspaceId }: { workspaceId: WorkspaceId },
  { once, ifVersion }: RequestContext,
): RecordWish {
  return { workspaceId, ...(once ? { once } : {}), ...(ifVersion === null ? {} : { ifVersion }) };
}
