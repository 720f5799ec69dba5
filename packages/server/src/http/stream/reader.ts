import type { Draft, LogEvent, ThreadId, WorkspaceId } from '@retinue/protocol';
import type { Stops } from '../../ports/engine/stops.ts';
import { workspaceStopOf } from '../../ports/engine/stops.ts';
import type { EventLog } from '../../ports/log/event-log.ts';
import type { OpenedLog } from '../../ports/log/opened-log.ts';
import type { Clock } from '../../ports/runtime/clock.ts';
import { MergedEvents } from './merged-events.ts';
import { OwedRows } from './owed-rows.ts';
import type { Piece } from './piece-sender.ts';
import { leftOf } from './send-rate.ts';
import { frameOf, writeFrame } from './shared-pieces.ts';
import type { Tail, Watcher } from './tail.ts';

export interface Reading {
  workspaceId: WorkspaceId;
  rootIds: ReadonlySet<ThreadId>;
  /** The reader's position; null for the end. */
  after: number | null;
  /** Position up to which it has the rows of all chats and all questions; null if it is not given. */
  rowsAfter?: number | null;
}

/**
 * One reader of the log: a cursor. It holds no queue: the next piece is fetched when the connection has taken the one
 * before, from the tail in memory or, further back, from the log. Unfinished text is fetched from the drafts, so a
 * reader gets all new text in one piece, at most as often as the sendRate allows.
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
  /** There was more than the last piece had room for. */
  #isBehind = false;
  #hasEvents = true;
  #pageSize = 4;
  /** Rest to read from the log, while the cursor is further back than the tail. */
  #merged: MergedEvents | null = null;
  /** The last reported stop, and whether it may have changed. */
  #sentStop = '';
  #hasStop = true;
  #hasLost = false;
  #wake: () => void = () => {};
  #settle: (isMore: boolean) => void = () => {};

  constructor(
    deps: { log: EventLog & Pick<OpenedLog, 'feed'>; tail: Tail; clock: Clock; stops: Stops },
    { workspaceId, rootIds, after, rowsAfter = null }: Reading,
  ) {
    this.#log = deps.log;
    this.#tail = deps.tail;
    this.#clock = deps.clock;
    this.#stops = deps.stops;
    this.workspaceId = workspaceId;
    this.rootIds = rootIds;
    this.#cursor = after ?? deps.tail.head;
    this.#rows = new OwedRows(deps, { workspaceId, after, rowsAfter });
  }

  /** A reader that was notified before is awake, or will be when it is due: every commit notifies thousands of them. */
  onEvents(): void {
    if (this.#hasEvents) return;
    this.#hasEvents = true;
    this.#wake();
  }

  /** A reader with something to send is awake, or will be when it is due. */
  onDelta(threadId: ThreadId, rootId: ThreadId): void {
    const isFirst = this.#writing.size === 0;
    this.#writing.set(threadId, rootId);
    if (isFirst) this.#wake();
  }

  onChats(): void {
    const isFirst = !this.#rows.hasAny;
    this.#rows.onChats();
    if (isFirst) this.#wake();
  }

  /** Questions don't rest as the rows of chats do, so they are due earlier. */
  onQuestions(): void {
    const isFirst = !this.#rows.hasQuestions;
    this.#rows.onQuestions();
    if (isFirst) this.#wake();
  }

  onLost(): void {
    this.#hasLost = true;
    this.onEvents();
  }

  /** Pieces for the connection, until the signal aborts. */
  async *pieces(signal: AbortSignal): AsyncGenerator<Piece> {
    using _watching = this.#tail.watch(this);
    using _stops = this.#stops.onChange(() => {
      this.#hasStop = true;
      this.#wake();
    });
    signal.addEventListener('abort', () => this.#settle(true), { once: true });
    const joined = await this.#join();
    // From the first moment on there is a position to resume from, also before the first event.
    yield `retry: 1000\nid: ${this.#cursor}\n\n${joined}${this.#stop()}${this.#rows.beat(this.#cursor)}`;
    while (!signal.aborted) {
      await this.#tail.turns.take();
      const piece = await this.#next();
      if (piece.length > 0) yield piece;
      else if (!(await this.#moved(signal))) yield `id: ${this.#cursor}\n${this.#rows.beat(this.#cursor)}`;
    }
  }

  /** Everything new, in one piece; if it is much, events first, one piece after the other. */
  async #next(): Promise<Piece> {
    if (!this.#isBehind && this.#pulseLeft() > 0) return '';
    if (this.#hasLost) return this.#resync();
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

  /** A reader with a position of another log, or from too far back, starts over. */
  async #join(): Promise<string> {
    if (this.#tail.isUnknown(this.#cursor) || this.#tail.isUnknown(this.#rows.position)) return this.#resync();
    for (const rootId of this.rootIds) {
      for (const threadId of this.#tail.writingIn(rootId)) this.#writing.set(threadId, rootId);
    }
    return this.#rows.join();
  }

  #resync(): string {
    this.#hasLost = false;
    this.#merged = null;
    this.#cursor = this.#tail.head;
    this.#rows.reload();
    return writeFrame('resync', { position: this.#cursor });
  }

  #eventsFromTail(): Buffer {
    this.#merged = null;
    if (!this.#hasEvents) return nothing;
    const { bytes, position } = this.#tail.after(this.#cursor, this.rootIds, maxChars);
    this.#cursor = position;
    this.#hasEvents = position < this.#tail.head;
    return bytes;
  }

  /** Events before the tail, page by page. */
  async #eventsFromLog(): Promise<string> {
    while (this.#cursor < this.#tail.floor) {
      this.#merged ??= new MergedEvents(this.#log, this.rootIds, { after: this.#cursor, upTo: this.#tail.head });
      const limit = this.#pageSize;
      const { events, end } = await this.#merged.next(this.#cursor, limit);
      const text = this.#writeOut(events);
      const isWhole = text.length < maxChars;
      if (isWhole) this.#cursor = end;
      if (this.#cursor >= this.#merged.upTo) this.#merged = null;
      // Reads no more than fits into a piece: large events one by one, small ones by the hundred.
      this.#pageSize = isWhole ? Math.min(maxEvents, limit * 2) : Math.max(1, limit >> 1);
      if (text) return text;
    }
    return '';
  }

  /** As much as a piece may hold; the cursor knows its end. */
  #writeOut(events: readonly LogEvent[]): string {
    let text = '';
    for (const event of events) {
      text += frameOf(event);
      this.#cursor = event.position;
      if (text.length >= maxChars) return text;
    }
    return text;
  }

  /** At the start of every connection, and at every change. */
  #stop(): string {
    if (!this.#hasStop) return '';
    this.#hasStop = false;
    const frame = writeFrame('stop', workspaceStopOf(this.#stops.list(), this.workspaceId));
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

  /**
   * True when there may be more by now; false after a while without anything. Rate-limited pieces wait for their turn.
   */
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
/** A page without a message for two of these treats its connection as lost. */
const beatMs = 10_000;
const maxChars = 16 * 1024;
const maxEvents = 200;
