import type { Actor } from './actor.ts';
import type { ThreadState } from './thread-state.ts';

/** News for a chat at rest. What a person brought about need not be read. */
export function notify(thread: ThreadState, actor: Actor): void {
  if (actor === 'engine' && thread.parent === null) thread.unread += 1;
}

/** What came after the place that was seen stays unread. */
export function markRead(thread: ThreadState, throughSeq: number): void {
  const later = thread.items.filter((item) => item.type === 'message' && item.isNotice && item.seq > throughSeq);
  thread.unread = Math.min(thread.unread, later.length);
}
