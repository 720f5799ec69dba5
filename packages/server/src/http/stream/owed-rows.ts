import type { ThreadId, WorkspaceId } from '@retinue/protocol';
import type { Clock } from '../../ports/clock.ts';
import { leftOf } from './send-rate.ts';
import type { Tail } from './tail.ts';

/**
 * The rows of chats that one reader is still to be sent. A row comes after the events that changed it, so the reader has a
 * second place in the log: every change up to `position` has been sent as a row. The reader is told that place and comes
 * back with it, and what changed since is looked up, however long it was away.
 */
export class OwedRows {
  readonly #tail: Tail;
  readonly #clock: Clock;
  readonly #workspaceId: WorkspaceId;
  /** Chats whose rows are still to be sent, beside those that changed since. */
  readonly #chats = new Set<ThreadId>();
  /** A reader that does not say which rows it has may lack those of the last seconds. */
  readonly #isUnsure: boolean;
  #hasChanges = false;
  #lastChange: number;
  #position: number;
  /** Every change up to here is among the chats, or has been sent. */
  #found: number;
  /** When rows were sent, and for how long none are due. */
  #sentAt = 0;
  #restMs = 0;

  constructor(
    { tail, clock }: { tail: Tail; clock: Clock },
    { workspaceId, after, rowsAfter }: { workspaceId: WorkspaceId; after: number | null; rowsAfter: number | null },
  ) {
    this.#tail = tail;
    this.#clock = clock;
    this.#workspaceId = workspaceId;
    this.#isUnsure = rowsAfter === null;
    this.#lastChange = tail.lastChange;
    this.#position = rowsAfter ?? after ?? tail.head;
    this.#found = this.#position;
  }

  /** Every change up to here has been sent as a row. */
  get position(): number {
    return this.#position;
  }

  get hasAny(): boolean {
    return this.#hasChanges || this.#chats.size > 0;
  }

  /** How long none are due. */
  get leftMs(): number {
    return leftOf(this.#restMs, this.#sentAt, this.#clock.monotonicMs());
  }

  onChange(): void {
    this.#hasChanges = true;
  }

  /** Looks up what changed while the reader was away. The result is sent at once. */
  async join(): Promise<string> {
    const { head } = this.#tail;
    if (this.#isUnsure) for (const rootId of this.#tail.changedLately(this.#workspaceId)) this.#chats.add(rootId);
    if (this.#position > head || head - this.#position > maxBehind) return this.reload();
    const changed = await this.#tail.chatsSince(this.#workspaceId, this.#position, maxChats + 1);
    if (!changed || changed.length > maxChats) return this.reload();
    for (const rootId of changed) this.#chats.add(rootId);
    this.#found = head;
    this.#advance();
    return '';
  }

  /** Some of them, and how far the reader has them all, if that is further than before. */
  async next(cursor: number): Promise<string> {
    if (!this.#findChanged()) return this.reload();
    const changed = [...this.#chats].slice(0, maxChats);
    this.#sentAt = this.#clock.monotonicMs();
    this.#restMs = Math.max(minRestMs, changed.length * rowMs);
    const rows = changed.map((rootId) => {
      const { frame, isStale } = this.#tail.row(this.#workspaceId, rootId);
      this.#chats.delete(rootId);
      if (isStale) this.#chats.add(rootId);
      return frame;
    });
    const frames = (await Promise.all(rows)).join('');
    return this.#advance() ? frames + this.beat(cursor) : frames;
  }

  /** Tells the reader that the server lives, how far it has all events and all rows, and what time it is here. */
  beat(position: number): string {
    if (!this.hasAny) this.#position = Math.max(this.#position, this.#tail.head);
    const told = { position, rowsPosition: this.#position, now: this.#clock.now() };
    return `event: beat\ndata: ${JSON.stringify(told)}\n\n`;
  }

  /** What changed can't be told one by one: the reader is to load the list. */
  reload(): string {
    this.#chats.clear();
    this.#position = this.#found = this.#tail.head;
    return 'event: resync\ndata: {"chats":true}\n\n';
  }

  #advance(): boolean {
    const isFurther = this.#chats.size === 0 && this.#found > this.#position;
    if (isFurther) this.#position = this.#found;
    return isFurther;
  }

  /** False when it has not looked for so long that nobody knows any more what it missed. */
  #findChanged(): boolean {
    this.#hasChanges = false;
    const changed = this.#tail.changedSince(this.#workspaceId, this.#lastChange);
    this.#lastChange = this.#tail.lastChange;
    this.#found = Math.max(this.#found, this.#tail.head);
    for (const rootId of changed ?? []) this.#chats.add(rootId);
    return changed !== null;
  }
}

const minRestMs = 500;
/** Where everything changes all the time, about twenty rows a second are enough for whoever looks at a list. */
const rowMs = 50;
/** Further back, the list of chats is sooner asked for as a whole than looked for what changed in it. */
const maxBehind = 5000;
const maxChats = 100;
