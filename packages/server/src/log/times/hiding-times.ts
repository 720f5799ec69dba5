import type { Event, ThreadId, ThreadState } from '@retinue/protocol';
import type { Clock } from '../../ports/clock.ts';
import { Deadlines } from '../../ports/deadlines.ts';
import type { HiddenChat } from '../purge-chat.ts';

/**
 * Tells for how long chats have been hidden, however the clock is set meanwhile. A chat that is being imported is hidden
 * from a time that lies ahead, by when the import has ended.
 */
export class HidingTimes {
  readonly #deadlines: Deadlines;

  constructor(clock: Clock) {
    this.#deadlines = new Deadlines(clock);
  }

  note(events: readonly Event[]): void {
    for (const { type, actor, threadId, at } of events)
      if (type === 'chat.hidden' && actor !== 'imported') this.begin(threadId, at);
  }

  begin(rootId: ThreadId, hiddenAt: number): void {
    this.#deadlines.begin(rootId, hiddenAt, 0);
  }

  /** An import may go on for so long after each of its parts. */
  noteStaged(states: Iterable<ThreadState>): void {
    for (const { threadId, parent, hiddenAt } of states)
      if (!parent && hiddenAt !== null) this.#deadlines.begin(threadId, hiddenAt, maxStagedMs);
  }

  isOver({ rootId, hiddenAt, updatedAt }: HiddenChat, hiddenForMs: number): boolean {
    const maxMs = Math.min(maxStagedMs, Math.max(0, hiddenAt - updatedAt));
    return this.#deadlines.leftMs(rootId, hiddenAt, maxMs) <= -hiddenForMs;
  }
}

const maxStagedMs = 3_600_000;
