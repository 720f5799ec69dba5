import { createHash } from 'node:crypto';
import type { Event, QuestionId, Refusal, TaskId, ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { Clock } from '../../ports/clock.ts';
import type {
  AppendResult,
  ChatRow,
  Commit,
  Entry,
  EventLog,
  Header,
  QuestionRow,
  Range,
  Scope,
  TaskRow,
  View,
  Wake,
} from '../../ports/event-log.ts';
import { applyEntries } from '../apply.ts';
import type { Failpoints } from '../failpoints.ts';
import { project } from '../projector.ts';
import { wakeOf } from '../rows.ts';
import { StateCache } from '../state-cache.ts';
import { StoreError } from '../store-error.ts';
import { GroupCommit } from './group-commit.ts';
import type { OpenStore } from './open.ts';
import { inWords, openForReading, openForWriting } from './open.ts';
import { Queries } from './queries.ts';
import { EventTable, ProjectionTables } from './tables.ts';

export interface SqliteOptions {
  directory: string;
  readOnly?: boolean;
  clock: Clock;
  failpoints: Failpoints;
}

/**
 * The log on one SQLite file. This process is the only writer, so the folded threads in memory are the truth about the
 * file: guards and decisions read them, and the transaction only has to write.
 */
export class SqliteLog implements EventLog {
  readonly #options: SqliteOptions;
  readonly #store: OpenStore;
  readonly #events: EventTable;
  readonly #queries: Queries;
  readonly #projections: ProjectionTables;
  readonly #group: GroupCommit;
  readonly #cache = new StateCache(cacheWeight);
  readonly #listeners = new Set<(commit: Commit) => void>();
  #head: number;
  #closed = false;
  #pending: Pending;

  constructor(options: SqliteOptions) {
    const { directory, readOnly = false } = options;
    this.#options = options;
    this.#store = readOnly ? openForReading(directory) : openForWriting(directory);
    const { database } = this.#store;
    this.#events = new EventTable(database);
    this.#queries = new Queries(database);
    if (!readOnly) inWords(directory, () => this.#queries.forgetRequests(options.clock.now() - requestKeptMs));
    this.#head = this.#events.head();
    this.#pending = nothingPending(this.#head);
    this.#projections = new ProjectionTables(database);
    this.#group = new GroupCommit(database, {
      begin: () => {
        this.#pending = nothingPending(this.#head);
      },
      beforeCommit: () => this.#project(),
      committed: () => this.#publish(),
    });
  }

  append(header: Header, entries: readonly Entry[]): Promise<AppendResult> {
    return this.decide(header, { threads: [] }, () => entries);
  }

  async decide(
    header: Header,
    scope: Scope,
    decision: (view: View) => readonly Entry[] | Refusal,
  ): Promise<AppendResult> {
    this.#refuseWhenClosed();
    const { failpoints, directory } = this.#options;
    const piece = {
      prepare: () => {
        if (scope.subtreeOf || scope.tasksOfTurn) this.#project();
      },
      write: () => this.#write(header, scope, decision),
      beforeCommit: () => failpoints.hit(`before:${header.label}`),
      afterCommit: () => failpoints.hit(`after:${header.label}`),
    };
    const outcome = await this.#group.add(piece).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    return inWords(directory, () => {
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    });
  }

  #write(header: Header, scope: Scope, decision: (view: View) => readonly Entry[] | Refusal): AppendResult {
    const at = this.#options.clock.now();
    const earlier = header.once && this.#queries.request(header.workspaceId, header.once.key, at - requestKeptMs);
    if (earlier) return repeat(earlier, header);
    const decided = decision(this.#view(header.workspaceId, scope, at));
    if ('code' in decided) return { refusal: decided };
    const place = { at, firstPosition: this.#pending.head + 1, thread: (threadId: ThreadId) => this.#state(threadId) };
    const applied = applyEntries(header, decided, place);
    if ('code' in applied) return { refusal: applied };
    for (const event of applied.events) this.#events.insert(event);
    if (header.once) this.#queries.putRequest(header.workspaceId, header.once, at);
    this.#pending.head += applied.events.length;
    this.#pending.events.push(...applied.events);
    for (const [threadId, state] of applied.states) this.#pending.states.set(threadId, state);
    return { refusal: null, events: applied.events, repeated: null };
  }

  #view(workspaceId: WorkspaceId, scope: Scope, now: number): View {
    const { subtreeOf, tasksOfTurn } = scope;
    const thread = (threadId: ThreadId) => {
      const state = this.#state(threadId);
      return state?.workspaceId === workspaceId ? state : null;
    };
    const queries = this.#queries;
    return {
      now,
      thread,
      // Only when it is asked for: a long chat has many threads below it, and nearly all decisions never ask.
      get unfinishedBelow() {
        const below = subtreeOf ? queries.unfinishedBelow(subtreeOf) : [];
        return below.map(thread).filter((state) => state !== null);
      },
      tasksOfTurn: tasksOfTurn ? queries.tasksOfTurn(tasksOfTurn.rootId, tasksOfTurn.turn) : 0,
    };
  }

  /** A thread as the open transaction sees it. */
  #state(threadId: ThreadId): ThreadState | null {
    return this.#pending.states.get(threadId) ?? this.#committed(threadId);
  }

  #committed(threadId: ThreadId): ThreadState | null {
    const known = this.#cache.get(threadId);
    if (known) return known;
    const folded = this.#events.foldThread(threadId);
    // Beside a writer nothing may be kept: it moves on without telling.
    if (folded && !this.#options.readOnly) this.#cache.put(folded);
    return folded;
  }

  /** Rows are written once per transaction, however many pieces touched them; sooner only for a piece that reads them. */
  #project(): void {
    const { events, projected } = this.#pending;
    if (projected === events.length) return;
    project(events.slice(projected), (threadId) => this.#state(threadId), this.#projections);
    this.#pending.projected = events.length;
  }

  #publish(): void {
    const { head, events, states } = this.#pending;
    this.#pending = nothingPending(head);
    this.#head = head;
    if (events.length === 0) return;
    for (const state of states.values()) this.#cache.put(state);
    const wakes = [...states.values()].map(wakeOf).filter((wake) => wake !== null);
    for (const listener of this.#listeners) listener({ events, wakes });
  }

  async thread(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ThreadState | null> {
    this.#refuseWhenClosed();
    const state = this.#committed(threadId);
    return state?.workspaceId === workspaceId ? state : null;
  }

  async read(range: Range): Promise<Event[]> {
    this.#refuseWhenClosed();
    return this.#events.read(range);
  }

  subscribe(listener: (commit: Commit) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async owing(now: number): Promise<Wake[]> {
    return this.#closed ? [] : this.#queries.owing(now);
  }

  async chats(workspaceId: WorkspaceId, page: { limit: number; offset: number }): Promise<ChatRow[]> {
    return this.#queries.chats(workspaceId, page);
  }

  async findTask(workspaceId: WorkspaceId, taskId: TaskId): Promise<TaskRow | null> {
    return this.#queries.task(workspaceId, taskId);
  }

  async findQuestion(workspaceId: WorkspaceId, questionId: QuestionId): Promise<QuestionRow | null> {
    return this.#queries.question(workspaceId, questionId);
  }

  async openQuestions(workspaceId: WorkspaceId): Promise<QuestionRow[]> {
    return this.#queries.openQuestions(workspaceId);
  }

  async putBlob(content: string): Promise<string> {
    this.#refuseWhenClosed();
    const hash = createHash('sha256').update(content).digest('hex');
    inWords(this.#options.directory, () => this.#queries.putBlob(hash, content));
    return hash;
  }

  async getBlob(hash: string): Promise<string | null> {
    return this.#queries.blob(hash);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#group.flush();
    this.#closed = true;
    this.#store.close();
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new StoreError('closed', 'The store has been closed.');
  }
}

/** What the open transaction has written so far. */
interface Pending {
  head: number;
  events: Event[];
  states: Map<ThreadId, ThreadState>;
  /** How many of the events have their rows written. */
  projected: number;
}

function nothingPending(head: number): Pending {
  return { head, events: [], states: new Map(), projected: 0 };
}

function repeat(earlier: { request: string; reply: string }, header: Header): AppendResult {
  if (earlier.request !== header.once?.request) return { refusal: refuse('key-reused', header.once?.key ?? '') };
  return { refusal: null, events: [], repeated: earlier.reply };
}

const cacheWeight = 60_000;
const requestKeptMs = 24 * 60 * 60_000;
