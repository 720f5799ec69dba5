import type { Draft, Event, ThreadId } from '@retinue/protocol';
import { deltasAfter } from '@retinue/protocol';

export interface EventsPiece {
  bytes: Buffer;
  /** How far it reaches. */
  position: number;
}

/**
 * What many readers of the same chats are sent, made once for all of them: those that stand at the same place get the same
 * memory. Kept until something else happens, since readers that are served in one pulse ask for the same.
 */
export class SharedPieces {
  readonly #events = new Map<string, Map<number, EventsPiece>>();
  readonly #deltas = new Map<Draft, Map<Draft | null, string>>();
  readonly #joined = new Map<Buffer | null, Map<string, Buffer>>();
  #joinedBytes = 0;

  /** The events of these chats after a position. */
  events(rootIds: ReadonlySet<ThreadId>, position: number, write: () => EventsPiece): EventsPiece {
    const ofRoots = this.#events.getOrInsertComputed(keyOf(rootIds), () => new Map<number, EventsPiece>());
    return ofRoots.getOrInsertComputed(position, write);
  }

  /** The deltas that lead from one draft of a thread to the next, written out. */
  deltas(place: { threadId: ThreadId; rootId: ThreadId }, draft: Draft, sent: Draft | null): string {
    // A draft holds all the text so far, so few are kept.
    if (this.#deltas.size > maxDrafts) this.#deltas.clear();
    const bySent = this.#deltas.getOrInsertComputed(draft, () => new Map<Draft | null, string>());
    return bySent.getOrInsertComputed(sent, () => {
      const deltas = [...deltasAfter(place, draft, sent)];
      return deltas.map((delta) => `event: delta\ndata: ${JSON.stringify(delta)}\n\n`).join('');
    });
  }

  /** Events that were written out already, and the rest of a piece. */
  join(events: Buffer | null, rest: string): Buffer {
    if (this.#joinedBytes > maxJoinedBytes) this.#forgetJoined();
    const byRest = this.#joined.getOrInsertComputed(events, () => new Map<string, Buffer>());
    return byRest.getOrInsertComputed(rest, () => {
      const bytes = events ? Buffer.concat([events, Buffer.from(rest)]) : Buffer.from(rest);
      this.#joinedBytes += bytes.length;
      return bytes;
    });
  }

  /** Something was committed: what comes after a position is no longer what it was. */
  clear(): void {
    this.#events.clear();
    this.#deltas.clear();
    this.#forgetJoined();
  }

  #forgetJoined(): void {
    this.#joined.clear();
    this.#joinedBytes = 0;
  }
}

/** One event as it goes over the wire; its position is what a reader resumes from. */
export function frameOf(event: Event): string {
  return `id: ${event.position}\nevent: event\ndata: ${JSON.stringify(event)}\n\n`;
}

const keys = new WeakMap<ReadonlySet<ThreadId>, string>();

/** Readers of the same chats have the same key. */
function keyOf(rootIds: ReadonlySet<ThreadId>): string {
  const known = keys.get(rootIds);
  if (known !== undefined) return known;
  const key = [...rootIds].sort().join(' ');
  keys.set(rootIds, key);
  return key;
}

const maxDrafts = 100;
const maxJoinedBytes = 4 * 1024 * 1024;
