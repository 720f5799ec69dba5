import type { Actor, ThreadId, WorkspaceId } from '@retinue/protocol';
import { isRefusal, refuse } from '@retinue/protocol';
import type { Stop, StopScope } from '../ports/engine/stops.ts';
import { soundOrNull } from '../ports/log/damage.ts';
import type { Entry, View } from '../ports/log/event-log.ts';
import type { AppServices } from '../ports/operations/app-services.ts';
import { cancelWork } from '../transitions/cancel-work.ts';
import { refuseStopped } from '../transitions/stops.ts';

type StopServices = Pick<AppServices, 'log' | 'live' | 'ids' | 'stops'>;

/*
 * The stop of all work, which holds until a person resumes it. Messages, answers and approvals that come meanwhile are
 * kept, and take effect then. Canceled work stays canceled.
 */

/**
 * Stops a workspace or the whole server. Nothing starts once the record is committed; then running work is canceled,
 * one append for each chat. If the process dies meanwhile, the next start continues.
 */
export async function stopAll(services: StopServices, actor: Actor, scope: StopScope): Promise<{ canceled: number }> {
  const stop = await services.stops.add(scope, actor);
  const canceled = stop.isSettled ? 0 : await settle(services, stop);
  return { canceled };
}

/** Continues stops that an earlier process did not finish. */
export async function settleStops(services: StopServices): Promise<void> {
  for (const stop of services.stops.list()) if (!stop.isSettled) await settle(services, stop);
}

async function settle(services: StopServices, { scope, by }: Stop): Promise<number> {
  const owing = await services.log.owing();
  const meant = owing.filter(({ workspaceId }) => scope === 'server' || scope === workspaceId);
  const chats = new Map(meant.map(({ rootId, workspaceId }) => [rootId, workspaceId]));
  let canceled = 0;
  for (const [rootId, workspaceId] of chats) {
    // A chat that turns out to be damaged takes no steps, and must not keep the others running.
    if (await soundOrNull(cancelChat(services, { rootId, workspaceId, by }))) canceled += 1;
  }
  await services.stops.settle(scope);
  return canceled;
}

/** Not if work was resumed meanwhile: running work was requested after that. */
async function cancelChat(
  services: StopServices,
  { rootId, workspaceId, by }: { rootId: ThreadId; workspaceId: WorkspaceId; by: Actor },
): Promise<boolean> {
  const header = { label: 'stop-work', workspaceId, actor: by, commandId: null } as const;
  const result = await services.log.decide(header, [rootId], (view) => {
    const chat = view.thread(rootId);
    if (!chat || !refuseStopped(view, chat)) return refuse('nothing-to-cancel', { id: rootId });
    return cancelInChat(services, view, rootId);
  });
  return !isRefusal(result) && result.events.length > 0;
}

export function cancelInChat({ live, ids }: StopServices, view: View, rootId: ThreadId): Entry[] {
  return cancelWork(view, rootId, {
    reason: { code: 'all-stopped' },
    draftOf: (id) => live.draft(id),
    newMessageId: () => ids.message(),
  });
}
