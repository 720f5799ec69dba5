import type { LogEvent, ThreadId, ThreadState } from '@retinue/protocol';
import type { Clock } from '../ports/runtime/clock.ts';
import { Deadlines } from '../ports/runtime/deadlines.ts';
import type { HiddenChat } from './remove-chat.ts';
import { requestKeptMs } from './store.ts';

/** Measures the time since a commit, however the clock is changed meanwhile. */
export class LogTimes {
  readonly #clock: Clock;
  readonly #started: { at: number; ms: number };
  /** Monotonic start times of work, by its thread and the time of the event that started it; the oldest first. */
  readonly #begun = new Map<string, number>();
  readonly #hiding: Deadlines;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#started = { at: clock.now(), ms: clock.elapsedMs() };
    this.#hiding = new Deadlines(clock);
  }

  note(events: readonly LogEvent[]): void {
    for (const { type, actor, threadId, at } of events) {
      if (type === 'step.started' || type === 'call.started') this.#noteWork(keyOf(threadId, at));
      if (type === 'chat.hidden' && actor !== 'imported') this.noteHidden(threadId, at);
    }
  }

  /**
   * Requests with a key from before this moment are forgotten. A clock that is set forward must not forget them: the
   * same request, sent again a moment later, would have a second effect.
   */
  requestsSince(): number {
    const { at, ms } = this.#started;
    return Math.min(this.#clock.now(), at + this.#clock.elapsedMs() - ms) - requestKeptMs;
  }

  /** Work that an earlier process started is measured by the times of its events, up to its limit. */
  workedMs({ threadId, turnStats, limits }: ThreadState): number {
    if (turnStats.workingSince === null) return 0;
    const begunMs = this.#begun.get(keyOf(threadId, turnStats.workingSince));
    const passedMs =
      begunMs === undefined ? this.#clock.now() - turnStats.workingSince : this.#clock.monotonicMs() - begunMs;
    return Math.min(limits.maxWorkMs, Math.max(0, passedMs));
  }

  #noteWork(key: string): void {
    this.#begun.delete(key);
    this.#begun.set(key, this.#clock.monotonicMs());
    for (const oldest of this.#begun.keys()) {
      if (this.#begun.size <= maxKept) return;
      this.#begun.delete(oldest);
    }
  }

  noteHidden(rootId: ThreadId, hiddenAt: number): void {
    this.#hiding.begin(rootId, hiddenAt, 0);
  }

  /**
   * A chat that is being imported is hidden until a time ahead, by which the import has ended: after each of its parts
   * it may continue for this long.
   */
  noteStaged(states: Iterable<ThreadState>): void {
    for (const { threadId, parent, hiddenAt } of states)
      if (!parent && hiddenAt !== null) this.#hiding.begin(threadId, hiddenAt, maxStagedMs);
  }

  wasHiddenFor({ rootId, hiddenAt, updatedAt }: HiddenChat, hiddenForMs: number): boolean {
    const maxMs = Math.min(maxStagedMs, Math.max(0, hiddenAt - updatedAt));
    return this.#hiding.leftMs(rootId, hiddenAt, maxMs) <= -hiddenForMs;
  }
}

function keyOf(threadId: ThreadId, at: number): string {
  return `${threadId} ${at}`;
}

const maxKept = 20_000;
const maxStagedMs = 3_600_000;
