import type { Draft, Event, ThreadId, WorkspaceId } from '@retinue/protocol';
import { workspaceStopOf } from '@retinue/protocol';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { OpenedLog } from '../../ports/opened-log.ts';
import type { Stops } from '../../ports/stops.ts';
import { MergedEvents } from './merged-events.ts';
import { OwedRows } from './owed-rows.ts';
import type { Piece } from './piece-sender.ts';
import { leftOf } from './send-rate.ts';
import { frameOf } from './shared-pieces.ts';
import type { Tail, Watcher } from './tail.ts';

export interface Reading {
  workspaceId: WorkspaceId;
  rootIds: ReadonlySet<ThreadId>;
  /** Where the reader is; null for the end. */
  after: number | null;
  /** The place up to which it has the rows of all chats; null where it does not say. */
  rowsAfter?: number | null;
}

/**
 * One reader of the log: a cursor. It holds no queue: what comes next is fetched when the connection has taken what came
 * before, from the tail in memory or, further back, from the log. Text that is being written is fetched from the drafts,
 * so however fast it comes, a reader gets what is new in one piece, no more often than the sendRate allows.
 */
export class Reader implements Watcher {
  readonly workspaceId: WorkspaceId;
  readonly rootIds: ReadonlySet<ThreadId>;
  readonly #log: EventLog & Pick<OpenedLog, 'feed'>;
  readonly #tail: Tail;
  readonly #clock: Clock;
  readonly #stops: Stops;
  readonly #writing = new Map<ThreadId, ThreadId>();
  readonly #sent = new Map<ThreadId, Draft>();
  readonly #rows: OwedRows;
  #cursor: number;
  #sentAt = 0;
  #sentInSecond = 0;
  /** More was there than the last piece had room for. */
  #isBehind = false;
  #hasEvents = true;
  #pageSize = 4;
  /** What is left to read from the log, while the cursor is further back than the tail. */
  #merged: MergedEvents | null = null;
  /** What the connection was last told of a stop, and whether that may have changed. */
  #sentStop = '';
  #hasStop = true;
  #wake: () => void = () => {};
  #settle: (isMore: boolean) => void = () => {};

  constructor(
    rooms: { log: EventLog & Pick<OpenedLog, 'feed'>; tail: Tail; clock: Clock; stops: Stops },
    { workspaceId, rootIds, after, rowsAfter = null }: Reading,
  ) {
    this.#log = rooms.log;
    this.#tail = rooms.tail;
    this.#clock = rooms.clock;
    this.#stops = rooms.stops;
    this.workspaceId = workspaceId;
    this.rootIds = rootIds;
    this.#cursor = after ?? rooms.tail.head;
    this.#rows = new OwedRows(rooms, { workspaceId, after, rowsAfter });
  }

  /** A reader that was told before is awake, or will be when it is due: thousands of them are told of every commit. */
  onEvents(): void {
    if (this.#hasEvents) return;
    this.#hasEvents = true;
    this.#wake();
  }

  /** Whoever has something to send already is awake, or will be when it is due. */
  onDelta(threadId: ThreadId, rootId: ThreadId): void {
    const isFirst = this.#writing.size === 0;
    this.#writing.set(threadId, rootId);
    if (isFirst) this.#wake();
  }

  onChats(): void {
    const isFirst = !this.#rows.hasAny;
    this.#rows.onChange();
    if (isFirst) this.#wake();
  }

  /** What goes to the connection, piece by piece, until the signal. */
  async *pieces(signal: AbortSignal): AsyncGenerator<Piece> {
    using _watching = this.#tail.watch(this);
    using _stops = this.#stops.onChange(() => {
      this.#hasStop = true;
      this.#wake();
    });
    signal.addEventListener('abort', () => this.#settle(true), { once: true });
    const joined = await this.#join();
    // From the first moment on there is a place to resume from, also when nothing has happened by then.
    yield `retry: 1000\nid: ${this.#cursor}\n\n${joined}${this.#stop()}${this.#rows.beat(this.#cursor)}`;
    while (!signal.aborted) {
      await this.#tail.turns.take();
      const piece = await this.#next();
      if (piece.length > 0) yield piece;
      else if (!(await this.#moved(signal))) yield `id: ${this.#cursor}\n${this.#rows.beat(this.#cursor)}`;
    }
  }

  /** All that is new, in one piece; of much, events first, one piece after the other. */
  async #next(): Promise<Piece> {
    if (!this.#isBehind && this.#pulseLeft() > 0) return '';
    const isFurtherBack = this.#cursor < this.#tail.floor;
    const events = isFurtherBack ? Buffer.from(await this.#eventsFromLog()) : this.#eventsFromTail();
    this.#isBehind = this.#hasEvents && events.length > 0;
    const news = this.#isBehind ? this.#stop() : this.#stop() + this.#deltas();
    const rest = !this.#isBehind && this.#areRowsDue() ? news + (await this.#rows.next(this.#cursor)) : news;
    if (events.length > 0 || rest) this.#countPiece();
    if (!rest) return events;
    return this.#tail.shared.join(events.length > 0 ? events : null, rest);
  }

  #countPiece(): void {
    this.#sentAt = this.#clock.monotonicMs();
    this.#sentInSecond = this.#tail.sendRate.count(this.#sentInSecond);
  }

  /** Whoever comes with a position of another log, or from too far back, begins anew. */
  async #join(): Promise<string> {
    const { head } = this.#tail;
    if (this.#cursor > head || this.#rows.position > head) {
      this.#cursor = head;
      this.#rows.reload();
      return `event: resync\ndata: ${JSON.stringify({ position: head })}\n\n`;
    }
    for (const rootId of this.rootIds) {
      for (const threadId of this.#tail.writingIn(rootId)) this.#writing.set(threadId, rootId);
    }
    return this.#rows.join();
  }

  #eventsFromTail(): Buffer {
    this.#merged = null;
    if (!this.#hasEvents) return nothing;
    const { bytes, position } = this.#tail.after(this.#cursor, this.rootIds, maxChars);
    this.#cursor = position;
    this.#hasEvents = position < this.#tail.head;
    return bytes;
  }

  /** What is further back than the tail, page by page. */
  async #eventsFromLog(): Promise<string> {
    while (this.#cursor < this.#tail.floor) {
      this.#merged ??= new MergedEvents(this.#log, this.rootIds, { after: this.#cursor, upTo: this.#tail.head });
      const limit = this.#pageSize;
      const { events, end } = await this.#merged.next(this.#cursor, limit);
      const text = this.#writeOut(events);
      const isWhole = text.length < maxChars;
      if (isWhole) this.#cursor = end;
      if (this.#cursor >= this.#merged.upTo) this.#merged = null;
      // No more is read than goes into a piece: large events come one by one, small ones by the hundred.
      this.#pageSize = isWhole ? Math.min(maxEvents, limit * 2) : Math.max(1, limit >> 1);
      if (text) return text;
    }
    return '';
  }

  /** As much as a piece may hold; the cursor says how far it went. */
  #writeOut(events: readonly Event[]): string {
    let text = '';
    for (const event of events) {
      text += frameOf(event);
      this.#cursor = event.position;
      if (text.length >= maxChars) return text;
    }
    return text;
  }

  /** At the start of every connection, and whenever it is another one. */
  #stop(): string {
    if (!this.#hasStop) return '';
    this.#hasStop = false;
    const frame = `event: stop\ndata: ${JSON.stringify(workspaceStopOf(this.#stops.list(), this.workspaceId))}\n\n`;
    if (frame === this.#sentStop) return '';
    this.#sentStop = frame;
    return frame;
  }

  #deltas(): string {
    let text = '';
    for (const [threadId, rootId] of this.#writing) {
      const draft = this.#tail.draft(threadId);
      if (draft) {
        text += this.#tail.shared.deltas({ threadId, rootId }, draft, this.#sent.get(threadId) ?? null);
        this.#sent.set(threadId, draft);
      } else this.#sent.delete(threadId);
      this.#writing.delete(threadId);
    }
    return text;
  }

  #areRowsDue(): boolean {
    return this.#rows.hasAny && this.#rows.leftMs === 0;
  }

  /** True when there may be more by now; false after a while without anything. What is paced waits for its turn. */
  #moved(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      let dueAt = this.#clock.monotonicMs() + this.#nextMs();
      let timer = this.#clock.after(Math.max(0, dueAt - this.#clock.monotonicMs()), () => settle(false));
      const settle = (isMore: boolean) => {
        timer[Symbol.dispose]();
        this.#wake = () => {};
        resolve(isMore || this.#nextMs() < beatMs);
      };
      this.#settle = settle;
      this.#wake = () => {
        const delay = this.#nextMs();
        if (delay === 0) return settle(true);
        if (this.#clock.monotonicMs() + delay >= dueAt) return;
        dueAt = this.#clock.monotonicMs() + delay;
        timer[Symbol.dispose]();
        timer = this.#clock.after(delay, () => settle(true));
      };
      if (signal.aborted || this.#nextMs() === 0) settle(true);
    });
  }

  #nextMs(): number {
    if (this.#hasEvents || this.#hasStop || this.#writing.size > 0) return this.#isBehind ? 0 : this.#pulseLeft();
    return this.#rows.hasAny ? Math.max(this.#pulseLeft(), this.#rows.leftMs) : beatMs;
  }

  #pulseLeft(): number {
    return leftOf(this.#tail.sendRate.pulseMs, this.#sentAt, this.#clock.monotonicMs());
  }
}

const nothing = Buffer.alloc(0);
/** A page that hears nothing for two of these takes its connection for lost. */
const beatMs = 10_000;
const maxChars = 16 * 1024;
const maxEvents = 200;
