import type { ThreadState } from '@retinue/protocol';
import type { View } from '../ports/log/event-log.ts';

/** Whether a person has deleted the chat of a thread. A context treats a deleted chat as missing. */
export function isHidden(view: View, thread: ThreadState): boolean {
  const root = thread.parent ? view.thread(thread.rootId) : thread;
  return root?.hiddenAt !== null;
}
