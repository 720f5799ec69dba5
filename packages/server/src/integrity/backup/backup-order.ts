import type { LogEvent } from '@retinue/protocol';
import { DamagedThreadError } from '../../ports/log/damage.ts';

/** Positions rise, and a thread begins with its first event, after its chat has begun. */
export class LineOrder {
  readonly #begun = new Set<string>();
  #position = 0;

  /** The problem with the place of an event; null for none. */
  take({ position, seq, threadId, rootId }: LogEvent): string | null {
    if (position <= this.#position) return `has position ${position} after ${this.#position}`;
    if (seq === 1 && this.#begun.has(threadId)) return `begins thread ${threadId} again`;
    if (seq !== 1 && !this.#begun.has(threadId)) return `tells of thread ${threadId} before its first event`;
    if (rootId !== threadId && !this.#begun.has(rootId)) return `tells of chat ${rootId} before its first event`;
    this.#position = position;
    this.#begun.add(threadId);
    return null;
  }

  /** A damaged event may begin its thread with any number. */
  pass({ position, threadId, rootId }: { position: number; threadId: string; rootId: string }): string | null {
    if (position <= this.#position) return `has position ${position} after ${this.#position}`;
    this.#position = position;
    this.#begun.add(threadId).add(rootId);
    return null;
  }
}

/** Finds threads with missing or misplaced events. Takes the events in the order of their positions. */
export class ThreadOrder {
  readonly #lastSeq = new Map<string, number>();

  /** Null for an event in its place. */
  take({ seq, threadId, type, data }: LogEvent): DamagedThreadError | null {
    const last = this.#lastSeq.get(threadId) ?? 0;
    this.pass(threadId, seq);
    const damaged = (reason: 'missing' | 'fold') => new DamagedThreadError(threadId, seq, reason);
    if (seq !== last + 1) return damaged('missing');
    if ((type === 'thread.opened') !== (seq === 1)) return damaged('fold');
    if (type === 'thread.opened' && (data.parent === null) !== (data.rootId === threadId)) return damaged('fold');
    return null;
  }

  /** A damaged event counts for the order as well. */
  pass(threadId: string, seq: number): void {
    this.#lastSeq.set(threadId, seq);
  }
}
