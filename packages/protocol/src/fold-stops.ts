import type { EventOf } from './events.ts';
import type { ThreadState } from './thread-state.ts';

/** A person stopped all work in the chat; nothing of it starts until it is resumed. */
export function stopWork(thread: ThreadState, { at }: EventOf<'chat.stopped'>): void {
  thread.stoppedAt = at;
}

export function resumeWork(thread: ThreadState): void {
  thread.stoppedAt = null;
}
