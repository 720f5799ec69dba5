import type { Draft, Event, ThreadId, WorkspaceId } from '@retinue/protocol';
import { deltasAfter } from '@retinue/protocol';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import { leftOf } from './pace.ts';
import type { Piece } from './piece-sender.ts';
import { frameOf, type Tail, type Watcher } from './tail.ts';

export interface Reading {
  workspaceId: WorkspaceId;
  rootIds: ReadonlySet<ThreadId>;
  /** Where the reader is; null for the end. */
  after: number | null;
}

/**
 * One reader of the log: a cursor. It holds no queue: what comes next is fetched when the connection has taken what came
 * before, from the tail in memory or, further back, from the log. Text that is being written is fetched from the drafts,
 * so however fast it comes, a reader gets what is new in one piece, no more often than the pace allows.
 */
export class Reader implements Watcher {
  readonly workspaceId: WorkspaceId;
  readonly rootIds: ReadonlySet<ThreadId>;
  readonly #log: EventLog;
  readonly #tail: Tail;
  readonly #clock: Clock;
  readonly #writing = new Map<ThreadId, ThreadId>();
  readonly #sent = new Map<ThreadId, Draft>();
  /** Chats whose rows are still to be sent, beside those that changed since. */
  readonly #chats = new Set<ThreadId>();
  #hasChats = false;
  #lastChange: number;
  #cursor: number;
  #sentAt = 0;
  #sentInSecond = 0;
  /** More was there than the last piece had room for. */
  #isBehind = false;
  /** When rows were sent, and for how long none are due. */
  #chatsAt = 0;
  #chatsMs = 0;
  #hasEvents = true;
  #pageSize = 4;
  #wake: () => void = () => {};
  #settle: (isMore: boolean) => void = () => {};

  constructor(rooms: { log: EventLog; tail: Tail; clock: Clock }, { workspaceId, rootIds, after }: Reading) {
    this.#log = rooms.log;
    this.#tail = rooms.tail;
    this.#clock = rooms.clock;
    this.workspaceId = workspaceId;
    this.rootIds = rootIds;
    this.#cursor = after ?? rooms.tail.head;
    this.#lastChange = rooms.tail.lastChange;
  }

  onEvents(): void {
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
    const isFirst = !this.#hasRows();
    this.#hasChats = true;
    if (isFirst) this.#wake();
  }

  /** What goes to the connection, piece by piece, until the signal. */
  async *pieces(signal: AbortSignal): AsyncGenerator<Piece> {
    using _watching = this.#tail.watch(this);
    signal.addEventListener('abort', () => this.#settle(true), { once: true });
    const joined = await this.#join();
    // From the first moment on there is a place to resume from, also when nothing has happened by then.
    yield `retry: 1000\nid: ${this.#cursor}\n\n${joined}`;
    while (!signal.aborted) {
      const piece = await this.#next();
      if (piece.length > 0) yield piece;
      else if (!(await this.#moved(signal))) yield `: still here\nid: ${this.#cursor}\n\n`;
    }
  }

  /** All that is new, in one piece; of much, events first, one piece after the other. */
  async #next(): Promise<Piece> {
    if (!this.#isBehind && this.#pulseLeft() > 0) return '';
    const events = await this.#events();
    this.#isBehind = this.#hasEvents && events.length > 0;
    const rest = this.#isBehind ? '' : this.#deltas() + (await this.#rows());
    if (events.length > 0 || rest) this.#countPiece();
    if (!rest) return events;
    return events.length > 0 ? Buffer.concat([Buffer.from(events), Buffer.from(rest)]) : rest;
  }

  #countPiece(): void {
    this.#sentAt = this.#clock.now();
    this.#sentInSecond = this.#tail.pace.count(this.#sentInSecond);
  }

  /** Whoever comes with a position of another log, or from too far back, begins anew. */
  async #join(): Promise<string> {
    const { head } = this.#tail;
    if (this.#cursor > head) {
      this.#cursor = head;
      return `event: resync\ndata: ${JSON.stringify({ position: head })}\n\n`;
    }
    for (const rootId of this.rootIds) {
      for (const threadId of this.#tail.writingIn(rootId)) this.#writing.set(threadId, rootId);
    }
    for (const rootId of this.#tail.changedLately(this.workspaceId)) this.#chats.add(rootId);
    if (this.#cursor === head) return '';
    if (head - this.#cursor > mostBehind) return chatsAnew;
    const changed = await this.#tail.chatsSince(this.workspaceId, this.#cursor, mostChats + 1);
    if (changed.length > mostChats) return chatsAnew;
    for (const rootId of changed) this.#chats.add(rootId);
    return '';
  }

  async #events(): Promise<Piece> {
    if (this.#cursor < this.#tail.floor) return this.#eventsFromLog();
    if (!this.#hasEvents) return '';
    const { bytes, position } = this.#tail.after(this.#cursor, this.rootIds, mostChars);
    this.#cursor = position;
    this.#hasEvents = position < this.#tail.head;
    return bytes;
  }

  /** Pages of several trees, merged by position: no further than every tree has been read. */
  async #eventsFromLog(): Promise<string> {
    while (this.#cursor < this.#tail.floor) {
      const { head } = this.#tail;
      const limit = this.#pageSize;
      const { events, end } = await this.#page(head, limit);
      const text = this.#writeOut(events);
      const isWhole = text.length < mostChars;
      if (isWhole) this.#cursor = end;
      // No more is read than goes into a piece: large events come one by one, small ones by the hundred.
      this.#pageSize = isWhole ? Math.min(mostEvents, limit * 2) : Math.max(1, limit >> 1);
      if (text) return text;
    }
    return '';
  }

  /** Of few trees, each by its index; of many, whatever happened in the workspace, and theirs of it. */
  async #page(head: number, limit: number): Promise<{ events: Event[]; end: number }> {
    const range = { workspaceId: this.workspaceId, after: this.#cursor, limit };
    const isFew = this.rootIds.size <= fewTrees;
    const ranges = isFew ? [...this.rootIds].map((rootId) => ({ ...range, rootId })) : [range];
    const pages = await Promise.all(ranges.map((one) => this.#log.read(one)));
    const ends = pages.map((page) => (page.length < limit ? head : (page.at(-1)?.position ?? head)));
    const end = Math.min(head, ...ends);
    const isWanted = ({ position, rootId }: Event) => position <= end && this.rootIds.has(rootId);
    const events = pages.flat().filter(isWanted);
    return { events: events.sort((left, right) => left.position - right.position), end };
  }

  /** As much as a piece may hold; the cursor says how far it went. */
  #writeOut(events: readonly Event[]): string {
    let text = '';
    for (const event of events) {
      text += frameOf(event);
      this.#cursor = event.position;
      if (text.length >= mostChars) return text;
    }
    return text;
  }

  #deltas(): string {
    let text = '';
    for (const [threadId, rootId] of this.#writing) {
      const draft = this.#tail.draft(threadId);
      if (draft) {
        for (const delta of deltasAfter({ threadId, rootId }, draft, this.#sent.get(threadId) ?? null)) {
          text += `event: delta\ndata: ${JSON.stringify(delta)}\n\n`;
        }
        this.#sent.set(threadId, draft);
      } else this.#sent.delete(threadId);
      this.#writing.delete(threadId);
    }
    return text;
  }

  async #rows(): Promise<string> {
    if (!this.#hasRows() || this.#chatsLeft() > 0) return '';
    if (!this.#findChanged()) return chatsAnew;
    const changed = [...this.#chats].slice(0, mostChats);
    this.#chatsAt = this.#clock.now();
    this.#chatsMs = Math.max(chatsMs, changed.length * rowMs);
    const rows = changed.map((rootId) => {
      const { frame, isStale } = this.#tail.row(this.workspaceId, rootId);
      this.#chats.delete(rootId);
      if (isStale) this.#chats.add(rootId);
      return frame;
    });
    return (await Promise.all(rows)).join('');
  }

  #hasRows(): boolean {
    return this.#hasChats || this.#chats.size > 0;
  }

  /** False when it has not looked for so long that nobody knows any more what it missed. */
  #findChanged(): boolean {
    this.#hasChats = false;
    const changed = this.#tail.changedSince(this.workspaceId, this.#lastChange);
    this.#lastChange = this.#tail.lastChange;
    for (const rootId of changed ?? []) this.#chats.add(rootId);
    if (!changed) this.#chats.clear();
    return changed !== null;
  }

  /** True when there may be more by now; false after a while without anything. What is paced waits for its turn. */
  #moved(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      let dueAt = this.#clock.now() + this.#nextMs();
      let timer = this.#clock.after(Math.max(0, dueAt - this.#clock.now()), () => settle(false));
      const settle = (isMore: boolean) => {
        timer[Symbol.dispose]();
        this.#wake = () => {};
        resolve(isMore || this.#nextMs() < beatMs);
      };
      this.#settle = settle;
      this.#wake = () => {
        const delay = this.#nextMs();
        if (delay === 0) return settle(true);
        if (this.#clock.now() + delay >= dueAt) return;
        dueAt = this.#clock.now() + delay;
        timer[Symbol.dispose]();
        timer = this.#clock.after(delay, () => settle(true));
      };
      if (signal.aborted || this.#nextMs() === 0) settle(true);
    });
  }

  #nextMs(): number {
    if (this.#hasEvents || this.#writing.size > 0) return this.#isBehind ? 0 : this.#pulseLeft();
    return this.#hasRows() ? Math.max(this.#pulseLeft(), this.#chatsLeft()) : beatMs;
  }

  #pulseLeft(): number {
    return leftOf(this.#tail.pace.pulseMs, this.#sentAt, this.#clock.now());
  }

  #chatsLeft(): number {
    return leftOf(this.#chatsMs, this.#chatsAt, this.#clock.now());
  }
}

const chatsMs = 500;
/** Where everything changes all the time, about twenty rows a second are enough for whoever looks at a list. */
const rowMs = 50;
const beatMs = 15_000;
const mostChars = 16 * 1024;
const mostEvents = 200;
const fewTrees = 4;
/** Further back, the list of chats is sooner asked for as a whole than looked for what changed in it. */
const mostBehind = 5000;
const chatsAnew = 'event: resync\ndata: {"chats":true}\n\n';
const mostChats = 100;
