import type { Refusal, ThreadState } from '@retinue/protocol';
import { instanceWorkspaceId, refuse } from '@retinue/protocol';
import { isStoppedBy, readStops, stopsRecordId } from '../ports/engine/stops.ts';
import type { View } from '../ports/log/event-log.ts';

/**
 * Refuses to start work where a person has stopped all of it: in the chat, in its workspace or in the server. Checked
 * in the transaction that starts it, so nothing starts after a stop was acknowledged.
 */
export function refuseStopped(view: Pick<View, 'thread' | 'record'>, thread: ThreadState): Refusal | null {
  const chat = thread.parent ? view.thread(thread.rootId) : view.thread(thread.threadId);
  const stops = readStops(view.record(instanceWorkspaceId, 'stop', stopsRecordId));
  const isStopped = (chat && chat.stoppedAt !== null) || isStoppedBy(stops, thread.workspaceId);
  return isStopped ? refuse('work-stopped', { chatId: thread.rootId }) : null;
}
