import type { ThreadState } from '@retinue/protocol';
import type { View } from '../ports/event-log.ts';

/** Whether a person has deleted the chat that a thread belongs to: to a context it is not there any more. */
export function isHidden(view: View, thread: ThreadState): boolean {
  const root = thread.parent ? view.thread(thread.rootId) : thread;
  return root?.hiddenAt !== null;
}
