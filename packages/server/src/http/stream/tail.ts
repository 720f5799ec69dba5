import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Delta, Draft, Event, ThreadId, WorkspaceId } from '@retinue/protocol';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Live } from '../../ports/live.ts';
import type { OpenedLog } from '../../ports/opened-log.ts';
import type { ChatRow } from '../../ports/read-models.ts';
import { toChat } from '../../projections/chats.ts';
import { TurnAdmission } from '../guards/turn-admission.ts';
import { ChangedChats } from './changed-chats.ts';
import { KeptEvents } from './kept-events.ts';
import { leftOf, SendRate } from './send-rate.ts';
import { type EventsPiece, SharedPieces } from './shared-pieces.ts';

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

type FollowedLog = EventLog & Pick<OpenedLog, 'feed' | 'readModels'>;

export interface TailOptions {
  log: FollowedLog;
  live: Live;
  clock: Clock;
  /** Where the log stands; it is followed from here on. */
  head: number;
  /** How much of it is kept in memory. */
  max?: { events: number; bytes: number };
}

/**
 * The end of the log, for everybody who watches it live: the last events in memory, each written out once for all. Nothing
 * is pushed to a watcher but the word that there is more; what it has not fetched by the time that it is dropped from
 * here is in the log.
 */
export class Tail implements Disposable {
  readonly sendRate: SendRate;
  readonly shared = new SharedPieces();
  /** Readers are sent what is new a few at a time: all at once, they would hold up the work that they watch. */
  readonly turns = new TurnAdmission(maxInTurn, shareOfTime);
  readonly #log: FollowedLog;
  readonly #live: Live;
  readonly #clock: Clock;
  readonly #byWorkspace = new Map<WorkspaceId, Set<Watcher>>();
  readonly #byRoot = new Map<ThreadId, Set<Watcher>>();
  readonly #rows = new Map<ThreadId, TailRow>();
  readonly #subscriptions: Disposable[];
  readonly #kept: KeptEvents;
  readonly #changed: ChangedChats;
  /** Chats that changed without an event, each with where the log stood then. */
  readonly #touched = new Map<ThreadId, { workspaceId: WorkspaceId; position: number }>();
  /** The threads of each tree whose step is being written. */
  readonly #writing = new Map<ThreadId, Set<ThreadId>>();
  readonly #asked = new Map<WorkspaceId, { rootIds: ThreadId[]; found: Promise<ChatRow[]> }>();

  constructor({ log, live, clock, head, max = { events: 4000, bytes: 16 * 1024 * 1024 } }: TailOptions) {
    this.#log = log;
    this.#live = live;
    this.#clock = clock;
    this.sendRate = new SendRate(clock);
    this.#changed = new ChangedChats(clock);
    this.#kept = new KeptEvents(head, max);
    this.#subscriptions = [
      log.subscribe(({ events }) => this.#take(events)),
      live.subscribe((delta) => this.#tellDelta(delta)),
    ];
  }

  /** The last position that was committed. */
  get head(): number {
    return this.#kept.head;
  }

  /** Whatever came after this position is in memory. */
  get floor(): number {
    return this.#kept.floor;
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

  /**
   * The events of these trees after a position that is not below the floor, written out, up to about so many bytes. Readers
   * of the same chats that stand at the same place get the same memory, until something else happens.
   */
  after(position: number, rootIds: ReadonlySet<ThreadId>, maxBytes: number): EventsPiece {
    return this.shared.events(rootIds, position, () => this.#kept.after(position, rootIds, maxBytes));
  }

  /**
   * The chats of a workspace that changed after a position, from memory or from the log. Null where a chat was purged that
   * changed since: nothing names it any more.
   */
  async chatsSince(workspaceId: WorkspaceId, position: number, max: number): Promise<ThreadId[] | null> {
    const changed = new Set<ThreadId>();
    for (const [rootId, touched] of this.#touched) {
      if (touched.workspaceId === workspaceId && touched.position >= position) changed.add(rootId);
    }
    if (position < this.floor) {
      for (const rootId of await this.#log.readModels.chatsSince(workspaceId, position, max)) changed.add(rootId);
      // Asked last: what is purged after this was among the chats.
      return (await this.#log.feed.isWhole(position, this.head)) ? [...changed] : null;
    }
    for (const event of this.#kept.newestAfter(position)) {
      if (changed.size >= max) break;
      if (event.workspaceId === workspaceId) changed.add(event.rootId);
    }
    return [...changed];
  }

  draft(threadId: ThreadId): Draft | null {
    return this.#live.draft(threadId);
  }

  /** Chats that changed a moment ago: whoever was reading then may have lost its connection before it had their rows. */
  changedLately(workspaceId: WorkspaceId): ThreadId[] {
    return this.#changed.lately(workspaceId);
  }

  /** The number of the last change of a chat's row. */
  get lastChange(): number {
    return this.#changed.lastChange;
  }

  /** The chats that changed after a change; null where that was too long ago to tell. */
  changedSince(workspaceId: WorkspaceId, lastSeen: number): ThreadId[] | null {
    return this.#changed.since(workspaceId, lastSeen);
  }

  /** Tells of a row that changed without an event: a damaged chat takes none, and can be deleted and restored. */
  touch(workspaceId: WorkspaceId, rootId: ThreadId): void {
    this.#touched.delete(rootId);
    this.#touched.set(rootId, { workspaceId, position: this.head });
    if (this.#touched.size > maxTouched) this.#touched.delete(this.#touched.keys().next().value ?? rootId);
    this.#change(new Map([[rootId, workspaceId]]));
  }

  /** The threads of a tree in which something is being written. */
  writingIn(rootId: ThreadId): ThreadId[] {
    return [...(this.#writing.get(rootId) ?? [])];
  }

  /** A chat's row, asked for and written out once for all who watch it. Whoever gets a stale one asks again later. */
  row(workspaceId: WorkspaceId, rootId: ThreadId): TailRow {
    const now = this.#clock.monotonicMs();
    const known = this.#rows.get(rootId);
    if (known && (!known.isStale || leftOf(this.#rowMs(), known.at, now) > 0)) return known;
    if (this.#rows.size > maxRows) this.#rows.clear();
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
        return this.#log.readModels.chatsNamed(workspaceId, rootIds);
      });
      return { rootIds, found };
    });
    asked.rootIds.push(rootId);
    // A row that is later in the log than this is of a chat that was restored.
    const gone = { chatId: rootId, isGone: true, position: this.head };
    const row = (await asked.found).find(({ threadId }) => threadId === rootId);
    return `event: chat\ndata: ${JSON.stringify(row ? toChat(row) : gone)}\n\n`;
  }

  /** The more chats there are, the more seldom each is asked for: it costs the same however many are at work. */
  #rowMs(): number {
    return Math.max(minRowMs, this.#rows.size * 10);
  }

  #take(events: readonly Event[]): void {
    this.shared.clear();
    const roots = new Set<ThreadId>();
    const rows = new Map<ThreadId, WorkspaceId>();
    for (const event of events) {
      this.#kept.add(event);
      roots.add(event.rootId);
      if (event.type === 'step.ended' || event.type === 'step.cut') this.#forgetWriting(event);
      if (!quietTypes.has(event.type)) rows.set(event.rootId, event.workspaceId);
    }
    this.#kept.forget();
    this.#changed.forget();
    for (const rootId of roots) for (const watcher of this.#byRoot.get(rootId) ?? []) watcher.onEvents();
    this.#change(rows);
  }

  #change(rows: ReadonlyMap<ThreadId, WorkspaceId>): void {
    for (const [rootId, workspaceId] of rows) {
      this.#changed.add(rootId, workspaceId);
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

  #forgetWriting({ rootId, threadId }: Event): void {
    const writing = this.#writing.get(rootId);
    writing?.delete(threadId);
    if (writing?.size === 0) this.#writing.delete(rootId);
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
  }
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
const minRowMs = 1000;
const maxRows = 2000;
const maxTouched = 1000;
const maxInTurn = 16;
const shareOfTime = 0.4;
