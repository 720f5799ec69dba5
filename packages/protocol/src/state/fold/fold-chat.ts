import type { Actor } from '../../events/event-parts.ts';
import type { EventOf } from '../../events/events.ts';
import type { ThreadState } from '../thread-state.ts';

/** Counts a notice for a chat at rest as unread, unless a person caused it. */
export function notify(thread: ThreadState, actor: Actor): void {
  if (actor === 'engine' && thread.parent === null) thread.unread += 1;
}

/** Notices after the place that was seen stay unread. */
export function readThrough(thread: ThreadState, throughSeq: number): void {
  const later = thread.items.filter((item) => item.type === 'message' && item.isNotice && item.seq > throughSeq);
  thread.unread = Math.min(thread.unread, later.length);
}

/** Stops all work in the chat: none starts until it is resumed. */
export function foldStop(thread: ThreadState, { at }: EventOf<'chat.stopped'>): void {
  thread.stoppedAt = at;
}

export function foldResume(thread: ThreadState): void {
  thread.stoppedAt = null;
}

/** Shows a thread that was staged. An earlier import, which the imported file reports, is history and ends nothing. */
export function endImport(thread: ThreadState, { at, actor, data }: EventOf<'thread.imported'>): void {
  if (actor === 'imported') return;
  delete thread.isStaged;
  thread.hiddenAt = null;
  thread.imported = { at, by: actor, exportedAt: data.exportedAt };
}
