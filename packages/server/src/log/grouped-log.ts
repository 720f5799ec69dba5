import type { Event, ThreadId, ThreadState, TreeState, WorkspaceId } from '@retinue/protocol';
import type { Clock } from '../ports/clock.ts';
import type {
  AppendLabel,
  AppendResult,
  Commit,
  Decision,
  Entry,
  EventLog,
  Header,
  Range,
  Wake,
} from '../ports/event-log.ts';
import type { Records } from '../ports/records.ts';
import type { Failpoints } from './failpoints.ts';
import { Group } from './group.ts';
import { KeptThreads } from './kept-threads.ts';
import { patiently } from './patiently.ts';
import { purgeChat } from './purge-chat.ts';
import { RowAnswers } from './row-answers.ts';
import { wakeOf } from './rows.ts';
import type { Store } from './store.ts';
import { StoreError } from './store-error.ts';

/*
 * The log, over any store. Appends that arrive in one turn of the event loop, or while a transaction is under way, share
 * the next one, and so one flush to disk. Nobody is told of success before the COMMIT, and when that fails everybody in it
 * is told of the failure; states, subscribers and wakes move only after it.
 */
export class GroupedLog extends RowAnswers implements EventLog {
  readonly records: Records = this.#recordsHere();
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #failpoints: Failpoints;
  readonly #onProblem: (problem: unknown) => void;
  readonly #kept: KeptThreads;
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #waiting: Waiting[] = [];
  /** What needs the writer for itself, between the commits. */
  #alone: (() => Promise<void>)[] = [];
  #flushing: Promise<void> | null = null;
  #closed = false;

  constructor(store: Store, { clock, failpoints, onProblem }: Surroundings) {
    super(store.reads);
    this.#store = store;
    this.#kept = new KeptThreads(store);
    this.#clock = clock;
    this.#failpoints = failpoints;
    this.#onProblem = onProblem;
  }

  append(header: Header, entries: readonly Entry[]): Promise<AppendResult> {
    return this.decide(
      header,
      entries.map(({ threadId }) => threadId),
      () => entries,
    );
  }

  decide(header: Header, threads: readonly ThreadId[], decision: Decision): Promise<AppendResult> {
    return this.#enqueue(header.label, threads, (group, at) => group.take({ header, decision }, at));
  }

  importTree(header: Header, events: readonly Event[]): Promise<AppendResult> {
    const threads = [...new Set(events.map(({ threadId }) => threadId))];
    const decision = { foreign: events };
    return this.#enqueue(header.label, threads, (group, at) => group.take({ header, decision }, at));
  }

  #recordsHere(): Records {
    return {
      get: async (workspaceId, kind, id) => this.#store.reads.record(workspaceId, { kind, id }),
      list: async (workspaceId, kind) => this.#store.reads.records(workspaceId, kind),
      change: (header, place, decide) =>
        this.#enqueue('change-record', [], (group, at) => group.change({ header, place, decide }, at)),
    };
  }

  #enqueue<Result>(
    label: AppendLabel,
    threads: readonly ThreadId[],
    take: (group: Group, at: number) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closed) return Promise.reject(closedError());
    return new Promise((resolve, reject) => {
      const settling = async (group: Group, at: number) => {
        const result = await take(group, at);
        return () => resolve(result);
      };
      this.#waiting.push({ label, threads, take: settling, reject });
      this.#flushing ??= nextTurn().then(() => this.#flush());
    });
  }

  /** Between two commits everybody else has a turn: whoever was told of the first may have much to do. */
  async #flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#alone.length > 0) {
      const waiting = this.#waiting.splice(0, mostInCommit);
      if (waiting.length > 0) await this.#commit(waiting);
      await this.#alone.shift()?.();
      await nextTurn();
    }
    this.#flushing = null;
  }

  async purge(hiddenBefore: number): Promise<ThreadId[]> {
    if (this.#closed) return [];
    const purged: ThreadId[] = [];
    for (const rootId of await this.#store.reads.hidden(hiddenBefore)) {
      if (await this.#purgeAlone(rootId, hiddenBefore)) purged.push(rootId);
    }
    return purged;
  }

  #purgeAlone(rootId: ThreadId, hiddenBefore: number): Promise<boolean> {
    if (this.#closed) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      this.#alone.push(() => this.#purgeOne(rootId, hiddenBefore).then(resolve, reject));
      this.#flushing ??= nextTurn().then(() => this.#flush());
    });
  }

  /** What is kept of it in memory goes even if the outcome is not known: it can be read again. */
  async #purgeOne(rootId: ThreadId, hiddenBefore: number): Promise<boolean> {
    try {
      return await patiently(this.#store.patienceMs, () => purgeChat(this.#store, rootId, hiddenBefore));
    } finally {
      this.#kept.forgetTree(rootId);
    }
  }

  async #commit(waiting: readonly Waiting[]): Promise<void> {
    try {
      const { group, settle } = await patiently(this.#store.patienceMs, () => this.#transact(waiting));
      for (const { label } of waiting) this.#failpoints.hit(`after:${label}`);
      this.#publish(group.events, group.states);
      for (const tell of settle) tell();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  async #transact(waiting: readonly Waiting[]): Promise<{ group: Group; settle: (() => void)[] }> {
    const transaction = await this.#store.begin();
    try {
      const group = new Group(transaction, (threadId) => this.#kept.find(threadId));
      await group.begin(waiting.flatMap(({ threads }) => threads));
      const settle: (() => void)[] = [];
      for (const one of waiting) settle.push(await decideOne(group, one, this.#clock.now()));
      await group.write();
      for (const { label } of waiting) this.#failpoints.hit(`before:${label}`);
      await transaction.commit();
      return { group, settle };
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }

  #publish(events: readonly Event[], states: ReadonlyMap<ThreadId, ThreadState>): void {
    if (events.length === 0) return;
    for (const state of states.values()) this.#kept.put(state);
    const wakes = [...states.values()].map(wakeOf).filter((wake) => wake !== null);
    for (const listener of this.#listeners) this.#tell(listener, { events, wakes });
  }

  /** What is committed is told to everybody else, whatever one subscriber makes of it. */
  #tell(listener: (commit: Commit) => void, commit: Commit): void {
    try {
      listener(commit);
    } catch (error) {
      this.#onProblem(error);
    }
  }

  async thread(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ThreadState | null> {
    this.#refuseWhenClosed();
    return this.#kept.thread(workspaceId, threadId);
  }

  async tree(workspaceId: WorkspaceId, rootId: ThreadId): Promise<TreeState | null> {
    this.#refuseWhenClosed();
    return this.#kept.tree(workspaceId, rootId);
  }

  subscribe(listener: (commit: Commit) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async read(range: Range): Promise<Event[]> {
    this.#refuseWhenClosed();
    return this.#store.reads.read(range);
  }

  async owing(now: number): Promise<Wake[]> {
    return this.#closed ? [] : this.#store.reads.owing(now);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#flushing;
    await this.#store.close();
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw closedError();
  }
}

export interface Surroundings {
  clock: Clock;
  failpoints: Failpoints;
  /** Told of what a subscriber throws. */
  onProblem: (problem: unknown) => void;
}

/** One append, or one change of a record, that waits for its turn. */
interface Waiting {
  label: AppendLabel;
  threads: readonly ThreadId[];
  /** Hands back how to tell of its success, once the COMMIT is through. */
  take(group: Group, at: number): Promise<() => void>;
  reject(error: unknown): void;
}

/** A decision that throws is a bug of its own: its neighbours go on. */
async function decideOne(group: Group, { take, reject }: Waiting, now: number): Promise<() => void> {
  try {
    return await take(group, now);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    return () => reject(error);
  }
}

/** More of them flush no fewer times worth speaking of, and whoever waits for a turn waits for all of them. */
const mostInCommit = 64;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function closedError(): StoreError {
  return new StoreError('closed', 'The store has been closed.');
}
