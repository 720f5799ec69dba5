import type { Refusal, ThreadState } from '@retinue/protocol';
import { instanceWorkspaceId, isStoppedBy, readStops, refuse, stopsRecordId } from '@retinue/protocol';
import type { View } from '../ports/event-log.ts';

/**
 * Refuses what would start work where a person has stopped all of it: in the chat, in its workspace or in the server. Asked
 * in the transaction that starts it, so nothing starts after a stop was acknowledged.
 */
export function refuseStopped(view: Pick<View, 'thread' | 'record'>, thread: ThreadState): Refusal | null {
  const chat = thread.parent ? view.thread(thread.rootId) : view.thread(thread.threadId);
  const stops = readStops(view.record(instanceWorkspaceId, 'stop', stopsRecordId));
  const isStopped = (chat && chat.stoppedAt !== null) || isStoppedBy(stops, thread.workspaceId);
  return isStopped ? refuse('work-stopped', thread.rootId) : null;
}
