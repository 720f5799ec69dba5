import type { EventOf } from './events.ts';
import type { ThreadState } from './thread-state.ts';

/** Shows a thread that was staged. An earlier import that the file tells of is history, and ends nothing. */
export function endImport(thread: ThreadState, { at, actor, data }: EventOf<'thread.imported'>): void {
  if (actor === 'imported') return;
  delete thread.isStaged;
  thread.hiddenAt = null;
  thread.imported = { at, by: actor, exportedAt: data.exportedAt };
}
