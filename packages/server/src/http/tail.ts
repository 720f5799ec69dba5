import type { Delta, Draft, Event, ThreadId, WorkspaceId } from '@retinue/protocol';
import type { Clock } from '../ports/clock.ts';
import type { ChatRow, EventLog } from '../ports/event-log.ts';
import type { Live } from '../ports/live.ts';
import { toChat } from '../projections/chats.ts';
import { leftOf, Pace } from './pace.ts';

/** Who is told that there may be something to fetch. */
export interface Watcher {
  workspaceId: WorkspaceId;
  rootIds: ReadonlySet<ThreadId>;
  onEvents(): void;
  onDelta(threadId: ThreadId, rootId: ThreadId): void;
  /** Rows of chats have changed: `changedSince` says which. */
  onChats(): void;
}

interface TailRow {
  at: number;
  frame: Promise<string>;
  /** Something has happened since it was asked for. */
  isStale: boolean;
}

export interface TailOptions {
  log: EventLog;
  live: Live;
  clock: Clock;
  /** Where the log stands; it is followed from here on. */
  head: number;
  /** How much of it is kept in memory. */
  most?: { events: number; bytes: number };
}

/**
 * The end of the log, for everybody who watches it live: the last events in memory, each written out once for all. Nothing
 * is pushed to a watcher but the word that there is more; what it has not fetched by the time that it is dropped from
 * here is in the log.
 */
export class Tail implements Disposable {
  readonly pace: Pace;
  readonly #log: EventLog;
  readonly #live: Live;
  readonly #clock: Clock;
  readonly #byWorkspace = new Map<WorkspaceId, Set<Watcher>>();
  readonly #byRoot = new Map<ThreadId, Set<Watcher>>();
  readonly #rows = new Map<ThreadId, TailRow>();
  readonly #subscriptions: Disposable[];
  readonly #most: { events: number; bytes: number };
  /** The chats that changed a moment ago, the last at the end, each with the number of its last change. */
  readonly #changed = new Map<ThreadId, { workspaceId: WorkspaceId; at: number; change: number }>();
  /** Of each workspace, the last change that is not kept any more. */
  readonly #forgotten = new Map<WorkspaceId, number>();
  /** The threads of each tree whose step is being written. */
  readonly #writing = new Map<ThreadId, Set<ThreadId>>();
  readonly #asked = new Map<WorkspaceId, { rootIds: ThreadId[]; found: Promise<ChatRow[]> }>();
  #kept: { event: Event; frame: Buffer }[] = [];
  #keptBytes = 0;
  #lastChange = 0;
  #floor: number;
  #head: number;

  constructor({ log, live, clock, head, most = { events: 4000, bytes: 16 * 1024 * 1024 } }: TailOptions) {
    this.#log = log;
    this.#live = live;
    this.#clock = clock;
    this.pace = new Pace(clock);
    this.#most = most;
    this.#floor = head;
    this.#head = head;
    this.#subscriptions = [
      log.subscribe(({ events }) => this.#take(events)),
      live.subscribe((delta) => this.#tellDelta(delta)),
    ];
  }

  /** The last position that was committed. */
  get head(): number {
    return this.#head;
  }

  /** Whatever came after this position is in memory. */
  get floor(): number {
    return this.#floor;
  }

  watch(watcher: Watcher): Disposable {
    addTo(this.#byWorkspace, watcher.workspaceId, watcher);
    for (const rootId of watcher.rootIds) addTo(this.#byRoot, rootId, watcher);
    return {
      [Symbol.dispose]: () => {
        removeFrom(this.#byWorkspace, watcher.workspaceId, watcher);
        for (const rootId of watcher.rootIds) removeFrom(this.#byRoot, rootId, watcher);
      },
    };
  }

  /** The events of these trees after a position that is not below the floor, written out, up to about so many bytes. */
  after(position: number, rootIds: ReadonlySet<ThreadId>, mostBytes: number): { bytes: Buffer; position: number } {
    const frames: Buffer[] = [];
    let [length, last] = [0, position];
    for (let index = this.#indexAfter(position); index < this.#kept.length; index += 1) {
      const kept = this.#kept[index];
      if (!kept || !rootIds.has(kept.event.rootId)) continue;
      // A large one goes alone: it is then the same memory for all who are sent it.
      if (length > 0 && kept.frame.length >= mostBytes) return { bytes: joined(frames), position: last };
      frames.push(kept.frame);
      length += kept.frame.length;
      last = kept.event.position;
      if (length >= mostBytes) return { bytes: joined(frames), position: last };
    }
    return { bytes: joined(frames), position: this.#head };
  }

  /** The chats of a workspace in which something happened after a position; also what is no longer in memory is told. */
  async chatsSince(workspaceId: WorkspaceId, position: number, most: number): Promise<ThreadId[]> {
    if (position < this.#floor) return this.#log.chatsSince(workspaceId, position, most);
    const changed = new Set<ThreadId>();
    for (let index = this.#kept.length - 1; index >= 0 && changed.size < most; index -= 1) {
      const event = this.#kept[index]?.event;
      if (!event || event.position <= position) break;
      if (event.workspaceId === workspaceId) changed.add(event.rootId);
    }
    return [...changed];
  }

  draft(threadId: ThreadId): Draft | null {
    return this.#live.draft(threadId);
  }

  /** Chats that changed a moment ago: whoever was reading then may have lost its connection before it had their rows. */
  changedLately(workspaceId: WorkspaceId): ThreadId[] {
    this.#forgetChanged();
    return [...this.#changed].filter(([, changed]) => changed.workspaceId === workspaceId).map(([rootId]) => rootId);
  }

  /** The number of the last change of a chat's row. */
  get lastChange(): number {
    return this.#lastChange;
  }

  /** The chats that changed after a change; null where that was too long ago to tell. */
  changedSince(workspaceId: WorkspaceId, lastSeen: number): ThreadId[] | null {
    if (lastSeen < (this.#forgotten.get(workspaceId) ?? 0)) return null;
    const rootIds: ThreadId[] = [];
    for (const [rootId, { change, workspaceId: own }] of this.#changed) {
      if (change > lastSeen && own === workspaceId) rootIds.push(rootId);
    }
    return rootIds;
  }

  /** The threads of a tree in which something is being written. */
  writingIn(rootId: ThreadId): ThreadId[] {
    return [...(this.#writing.get(rootId) ?? [])];
  }

  /** A chat's row, asked for and written out once for all who watch it. Whoever gets a stale one asks again later. */
  row(workspaceId: WorkspaceId, rootId: ThreadId): TailRow {
    const now = this.#clock.now();
    const known = this.#rows.get(rootId);
    if (known && (!known.isStale || leftOf(this.#rowMs(), known.at, now) > 0)) return known;
    if (this.#rows.size > mostRows) this.#rows.clear();
    const frame = this.#askFor(workspaceId, rootId);
    frame.catch(() => this.#rows.delete(rootId));
    const row = { at: now, frame, isStale: false };
    this.#rows.set(rootId, row);
    return row;
  }

  /** Whoever asks in the same turn of the event loop shares one question to the log. */
  async #askFor(workspaceId: WorkspaceId, rootId: ThreadId): Promise<string> {
    const asked = this.#asked.getOrInsertComputed(workspaceId, () => {
      const rootIds: ThreadId[] = [];
      const found = nextTurn().then(() => {
        this.#asked.delete(workspaceId);
        return this.#log.chatsNamed(workspaceId, rootIds);
      });
      return { rootIds, found };
    });
    asked.rootIds.push(rootId);
    const row = (await asked.found).find(({ threadId }) => threadId === rootId);
    return `event: chat\ndata: ${JSON.stringify(row ? toChat(row) : { chatId: rootId, isGone: true })}\n\n`;
  }

  /** The more chats there are, the more seldom each is asked for: it costs the same however many are at work. */
  #rowMs(): number {
    return Math.max(leastRowMs, this.#rows.size * 10);
  }

  #take(events: readonly Event[]): void {
    const roots = new Set<ThreadId>();
    const rows = new Map<ThreadId, WorkspaceId>();
    for (const event of events) {
      const frame = Buffer.from(frameOf(event));
      this.#kept.push({ event, frame });
      this.#keptBytes += frame.length;
      this.#head = event.position;
      roots.add(event.rootId);
      if (event.type === 'step.ended' || event.type === 'step.cut') this.#forgetWriting(event);
      if (!quietTypes.has(event.type)) rows.set(event.rootId, event.workspaceId);
    }
    this.#forget();
    this.#forgetChanged();
    for (const rootId of roots) for (const watcher of this.#byRoot.get(rootId) ?? []) watcher.onEvents();
    const at = this.#clock.now();
    for (const [rootId, workspaceId] of rows) {
      this.#lastChange += 1;
      this.#changed.delete(rootId);
      this.#changed.set(rootId, { workspaceId, at, change: this.#lastChange });
      const row = this.#rows.get(rootId);
      if (row) row.isStale = true;
    }
    for (const workspaceId of new Set(rows.values()))
      for (const watcher of this.#byWorkspace.get(workspaceId) ?? []) watcher.onChats();
  }

  #tellDelta({ threadId, rootId }: Delta): void {
    this.#writing.getOrInsertComputed(rootId, () => new Set()).add(threadId);
    for (const watcher of this.#byRoot.get(rootId) ?? []) watcher.onDelta(threadId, rootId);
  }

  /** The oldest come first. */
  #forgetChanged(): void {
    const now = this.#clock.now();
    for (const [rootId, { workspaceId, at, change }] of this.#changed) {
      if (leftOf(latelyMs, at, now) > 0) return;
      this.#changed.delete(rootId);
      this.#forgotten.set(workspaceId, change);
    }
  }

  #forgetWriting({ rootId, threadId }: Event): void {
    const writing = this.#writing.get(rootId);
    writing?.delete(threadId);
    if (writing?.size === 0) this.#writing.delete(rootId);
  }

  /** Drops the older half when there is too much, so that it costs little for each event. */
  #forget(): void {
    if (this.#kept.length <= this.#most.events && this.#keptBytes <= this.#most.bytes) return;
    const dropped = this.#kept.splice(0, Math.ceil(this.#kept.length / 2));
    for (const { frame } of dropped) this.#keptBytes -= frame.length;
    this.#floor = dropped.at(-1)?.event.position ?? this.#floor;
  }

  #indexAfter(position: number): number {
    let [low, high] = [0, this.#kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#kept[middle]?.event.position ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
  }
}

/** One event as it goes over the wire; its position is what a reader resumes from. */
export function frameOf(event: Event): string {
  return `id: ${event.position}\nevent: event\ndata: ${JSON.stringify(event)}\n\n`;
}

function joined(frames: readonly Buffer[]): Buffer {
  const [only] = frames;
  return only && frames.length === 1 ? only : Buffer.concat(frames);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function addTo<Key>(sets: Map<Key, Set<Watcher>>, key: Key, watcher: Watcher): void {
  sets.getOrInsertComputed(key, () => new Set()).add(watcher);
}

function removeFrom<Key>(sets: Map<Key, Set<Watcher>>, key: Key, watcher: Watcher): void {
  const set = sets.get(key);
  set?.delete(watcher);
  if (set?.size === 0) sets.delete(key);
}

/** What happens all the time and changes nothing in a chat's row. */
const quietTypes = new Set<Event['type']>([
  'step.started',
  'call.requested',
  'call.started',
  'call.ended',
  'call.late',
]);
const leastRowMs = 1000;
const latelyMs = 15_000;
const mostRows = 2000;
