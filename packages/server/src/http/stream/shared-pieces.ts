import type { Draft, LogEvent, ThreadId } from '@retinue/protocol';
import { deltasAfter } from '@retinue/protocol';

export interface EventsPiece {
  bytes: Buffer;
  /** Its end position. */
  position: number;
}

/**
 * Pieces for many readers of the same chats, made once for all of them: readers at the same place share the memory.
 * Kept until the next commit, since readers that are served in one pulse ask for the same.
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

  /** Serialized deltas from one draft of a thread to the next. */
  deltas(place: { threadId: ThreadId; rootId: ThreadId }, draft: Draft, sent: Draft | null): string {
    // A draft holds all the text so far, so few are kept.
    if (this.#deltas.size > maxDrafts) this.#deltas.clear();
    const bySent = this.#deltas.getOrInsertComputed(draft, () => new Map<Draft | null, string>());
    return bySent.getOrInsertComputed(sent, () =>
      [...deltasAfter(place, draft, sent)].map((delta) => writeFrame('delta', delta)).join(''),
    );
  }

  /** Events that were already serialized, and the rest of a piece. */
  join(events: Buffer | null, rest: string): Buffer {
    if (this.#joinedBytes > maxJoinedBytes) this.#forgetJoined();
    const byRest = this.#joined.getOrInsertComputed(events, () => new Map<string, Buffer>());
    return byRest.getOrInsertComputed(rest, () => {
      const bytes = events ? Buffer.concat([events, Buffer.from(rest)]) : Buffer.from(rest);
      this.#joinedBytes += bytes.length;
      return bytes;
    });
  }

  /** After a commit, the events after a position are no longer the same. */
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

/** One event as it goes over the wire; its position is the reader's resume point. */
export function frameOf(event: LogEvent): string {
  return `id: ${event.position}\n${writeFrame('event', event)}`;
}

export function writeFrame(name: string, body: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(body)}\n\n`;
}

/** Too much changed to be told one by one: the reader loads the lists of chats and questions again. */
export const reloadFrame = writeFrame('resync', { chats: true });

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
