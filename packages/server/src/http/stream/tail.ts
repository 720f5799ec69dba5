import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Delta, Draft, LogEvent, ThreadId, WorkspaceId } from '@retinue/protocol';
import type { Live } from '../../ports/engine/live.ts';
import type { Commit, EventLog } from '../../ports/log/event-log.ts';
import type { OpenedLog } from '../../ports/log/opened-log.ts';
import type { StoredChat } from '../../ports/log/read-models.ts';
import type { Clock } from '../../ports/runtime/clock.ts';
import { toChat } from '../../views/chats.ts';
import { TurnAdmission } from '../guards/turn-admission.ts';
import { KeptEvents } from './kept-events.ts';
import { QuestionFrames, type QuestionKey, questionChangedBy } from './question-frames.ts';
import { RecentChanges } from './recent-changes.ts';
import { leftOf, SendRate } from './send-rate.ts';
import { type EventsPiece, SharedPieces, writeFrame } from './shared-pieces.ts';

/** Gets notified that there may be something to fetch. */
export interface Watcher {
  workspaceId: WorkspaceId;
  rootIds: ReadonlySet<ThreadId>;
  onEvents(): void;
  onDelta(threadId: ThreadId, rootId: ThreadId): void;
  /** Rows of chats have changed: `chats` has them. */
  onChats(): void;
  /** Questions have changed: `questions` has them. */
  onQuestions(): void;
  /** Events that were sent are lost. */
  onLost(): void;
}

interface TailRow {
  at: number;
  frame: Promise<string>;
  /** There was a change since it was requested. */
  isStale: boolean;
}

type InChat = Pick<LogEvent, 'workspaceId' | 'rootId'>;

interface Changes {
  chats: ReadonlySet<ThreadId>;
  questions: ReadonlySet<QuestionKey>;
}

type FollowedLog = EventLog & Pick<OpenedLog, 'feed' | 'readModels'>;

export interface TailOptions {
  log: FollowedLog;
  live: Live;
  clock: Clock;
  /** Current position of the log; it is followed from here on. */
  head: number;
  /** Size of the part that is kept in memory. */
  max?: { events: number; bytes: number };
}

/**
 * The end of the log, shared by all live readers: the last events in memory, each serialized once. A watcher is only
 * notified that there is more; events that it has not fetched before they are dropped from here are in the log.
 */
export class Tail implements Disposable {
  readonly sendRate: SendRate;
  readonly shared = new SharedPieces();
  /** Readers are served a few at a time: all at once, they would block the work that they watch. */
  readonly turns = new TurnAdmission(maxInTurn, shareOfTime);
  readonly chats: RecentChanges<ThreadId>;
  readonly questions: RecentChanges<QuestionKey>;
  readonly #log: FollowedLog;
  readonly #live: Live;
  readonly #clock: Clock;
  readonly #byWorkspace = new Map<WorkspaceId, Set<Watcher>>();
  readonly #byRoot = new Map<ThreadId, Set<Watcher>>();
  readonly #rows = new Map<ThreadId, TailRow>();
  readonly #subscriptions: Disposable[];
  readonly #kept: KeptEvents;
  #questionFrames: QuestionFrames;
  #lost: { after: number; upTo: number } | null = null;
  /** Chats that changed without an event, each with the log's position at that time. */
  readonly #touched = new Map<ThreadId, { workspaceId: WorkspaceId; position: number }>();
  /** Threads of each tree with an unfinished step. */
  readonly #writing = new Map<ThreadId, Set<ThreadId>>();
  readonly #asked = new Map<WorkspaceId, { rootIds: ThreadId[]; found: Promise<StoredChat[]> }>();

  constructor({ log, live, clock, head, max = { events: 4000, bytes: 16 * 1024 * 1024 } }: TailOptions) {
    this.#log = log;
    this.#live = live;
    this.#clock = clock;
    this.sendRate = new SendRate(clock);
    this.chats = new RecentChanges(clock);
    this.questions = new RecentChanges(clock);
    this.#questionFrames = new QuestionFrames(log, () => this.head);
    this.#kept = new KeptEvents(head, max);
    this.#subscriptions = [
      log.subscribe((commit) => this.#take(commit)),
      live.subscribe((delta) => this.#tellDelta(delta)),
    ];
  }

  /** The last position that was committed. */
  get head(): number {
    return this.#kept.head;
  }

  /** Everything after this position is in memory. */
  get floor(): number {
    return this.#kept.floor;
  }

  /** Whether the log has no such position: it is beyond the end, or was lost with its events. */
  isUnknown(position: number): boolean {
    const { after, upTo } = this.#lost ?? { after: this.head, upTo: this.head };
    return position > this.head || (position > after && position <= upTo);
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
   * Events of these trees after a position that is not below the floor, serialized, up to about so many bytes. Readers
   * of the same chats at the same place share the memory, until the next commit.
   */
  after(position: number, rootIds: ReadonlySet<ThreadId>, maxBytes: number): EventsPiece {
    return this.shared.events(rootIds, position, () => this.#kept.after(position, rootIds, maxBytes));
  }

  /**
   * Chats and questions of a workspace that changed after a position, from memory or from the log, which names chats only.
   * Null if a purged chat changed since: no event names it any more.
   */
  async changesSince(workspaceId: WorkspaceId, position: number, maxChats: number): Promise<Changes | null> {
    const chats = new Set<ThreadId>();
    for (const [rootId, touched] of this.#touched) {
      if (touched.workspaceId === workspaceId && touched.position >= position) chats.add(rootId);
    }
    const questions = new Set<QuestionKey>(chats);
    if (position < this.floor) {
      for (const rootId of await this.#log.readModels.chatsSince(workspaceId, position, maxChats)) chats.add(rootId);
      // Read last: a chat that is purged after this was among the chats.
      return (await this.#log.feed.isWhole(position, this.head)) ? { chats, questions: chats } : null;
    }
    for (const event of this.#kept.newestAfter(position)) {
      if (chats.size >= maxChats) break;
      if (event.workspaceId !== workspaceId) continue;
      chats.add(event.rootId);
      const changed = questionChangedBy(event);
      if (changed) questions.add(changed);
    }
    return { chats, questions };
  }

  draft(threadId: ThreadId): Draft | null {
    return this.#live.draft(threadId);
  }

  /** Reports a row that changed without an event: a damaged chat takes none, and can be deleted and restored. */
  touch(workspaceId: WorkspaceId, rootId: ThreadId): void {
    this.#touched.delete(rootId);
    this.#touched.set(rootId, { workspaceId, position: this.head });
    if (this.#touched.size > maxTouched) this.#touched.delete(this.#touched.keys().next().value ?? rootId);
    const touched = new Map([[rootId, { workspaceId, rootId }]]);
    this.#changeRows(touched);
    this.#changeQuestions(touched);
  }

  /** Threads of a tree with unfinished text. */
  writingIn(rootId: ThreadId): ThreadId[] {
    return [...(this.#writing.get(rootId) ?? [])];
  }

  /** A chat's row, queried and serialized once for all watchers. A reader that gets a stale one asks again later. */
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

  /** The frames of a question, or of all open ones of a chat. */
  question(workspaceId: WorkspaceId, key: QuestionKey): Promise<string> {
    return this.#questionFrames.of(workspaceId, key);
  }

  /** Readers that ask in the same turn of the event loop share one query. */
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
    // A row with a later position than this is of a chat that was restored.
    const gone = { chatId: rootId, isGone: true, position: this.head };
    const row = (await asked.found).find(({ threadId }) => threadId === rootId);
    return writeFrame('chat', row ? toChat(row) : gone);
  }

  /** The more chats there are, the less often each is queried: the cost is the same however many are running. */
  #rowMs(): number {
    return Math.max(minRowMs, this.#rows.size * 10);
  }

  #take({ events, lostAfter }: Commit): void {
    this.shared.clear();
    if (lostAfter !== undefined) this.#lose(lostAfter);
    const roots = new Set<ThreadId>();
    const rows = new Map<ThreadId, InChat>();
    const questions = new Map<QuestionKey, InChat>();
    for (const event of events) {
      this.#kept.add(event);
      roots.add(event.rootId);
      if (event.type === 'step.ended' || event.type === 'step.cut') this.#forgetWriting(event);
      if (!quietTypes.has(event.type)) rows.set(event.rootId, event);
      const changed = questionChangedBy(event);
      if (changed) questions.set(changed, event);
    }
    this.#kept.forget();
    this.chats.forget();
    this.questions.forget();
    for (const rootId of roots) for (const watcher of this.#byRoot.get(rootId) ?? []) watcher.onEvents();
    this.#changeRows(rows);
    this.#changeQuestions(questions);
  }

  /** The store was set back. Positions continue, so the head stays. */
  #lose(after: number): void {
    this.#lost = { after: Math.min(after, this.#lost?.after ?? after), upTo: this.head };
    this.#kept.drop();
    this.#rows.clear();
    this.#questionFrames = new QuestionFrames(this.#log, () => this.head);
    for (const watchers of this.#byWorkspace.values()) for (const watcher of watchers) watcher.onLost();
  }

  #changeRows(rows: ReadonlyMap<ThreadId, InChat>): void {
    for (const [rootId, { workspaceId }] of rows) {
      this.chats.add(rootId, workspaceId);
      const row = this.#rows.get(rootId);
      if (row) row.isStale = true;
    }
    for (const watcher of this.#watchersOf(rows)) watcher.onChats();
  }

  #changeQuestions(questions: ReadonlyMap<QuestionKey, InChat>): void {
    for (const [key, { workspaceId, rootId }] of questions) {
      this.questions.add(key, workspaceId);
      this.#questionFrames.forget(key, rootId);
    }
    for (const watcher of this.#watchersOf(questions)) watcher.onQuestions();
  }

  *#watchersOf(changed: ReadonlyMap<unknown, InChat>): Generator<Watcher> {
    const workspaceIds = new Set([...changed.values()].map(({ workspaceId }) => workspaceId));
    for (const workspaceId of workspaceIds) yield* this.#byWorkspace.get(workspaceId) ?? [];
  }

  #tellDelta({ threadId, rootId }: Delta): void {
    this.#writing.getOrInsertComputed(rootId, () => new Set()).add(threadId);
    for (const watcher of this.#byRoot.get(rootId) ?? []) watcher.onDelta(threadId, rootId);
  }

  #forgetWriting({ rootId, threadId }: LogEvent): void {
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

/** Frequent events that change nothing in a chat's row. */
const quietTypes = new Set<LogEvent['type']>([
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
