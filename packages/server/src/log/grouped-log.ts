import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Event, ThreadId, ThreadState, TreeState, WorkspaceId } from '@retinue/protocol';
import type { AppendLabel } from '../ports/append-labels.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventFeed } from '../ports/event-feed.ts';
import type {
  AppendResult,
  Commit,
  Decision,
  Entry,
  Header,
  Range,
  ReplyingDecision,
  Wake,
} from '../ports/event-log.ts';
import type { OpenedLog, StagedPart } from '../ports/opened-log.ts';
import type { ReadModels } from '../ports/read-models.ts';
import type { Records } from '../ports/records.ts';
import { createReadModels } from '../read-models/read-models.ts';
import { KeptThreads } from './cache/kept-threads.ts';
import { Committer } from './committer.ts';
import { DamagedThreads } from './damage/damaged-threads.ts';
import type { Failpoints } from './failpoints.ts';
import { Group } from './group.ts';
import type { IsDue } from './purge-chat.ts';
import { purgeChat } from './purge-chat.ts';
import { groupedRecords } from './records/grouped-records.ts';
import { sweepRequests } from './requests/sweep-requests.ts';
import type { Store, Transaction } from './store.ts';
import { awayError, closedError, isOfTheStore, StoreError } from './store-error.ts';
import { LogTimes } from './times/log-times.ts';
import { trimStaged } from './trim-staged.ts';
import type { Waiting } from './waiting.ts';
import { decideOne } from './waiting.ts';

/*
 * The log, over any store. Appends that arrive in one turn of the event loop, or while a transaction is under way, share
 * the next one, and so one flush to disk. Nobody is told of success before the COMMIT, and when that fails everybody in it
 * is told of the failure; states, subscribers and wakes move only after it.
 */
export class GroupedLog implements OpenedLog {
  readonly records: Records = groupedRecords(
    () => this.#store.reads,
    (take) => this.#enqueue('change-record', [], take),
  );
  readonly #store: Store;
  readonly #committer: Committer;
  readonly #clock: Clock;
  readonly #times: LogTimes;
  readonly #failpoints: Failpoints;
  readonly #onProblem: (problem: unknown) => void;
  readonly #kept: KeptThreads;
  readonly feed: EventFeed;
  readonly readModels: ReadModels;
  readonly damage: DamagedThreads;
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #waiting: Waiting[] = [];
  /** What needs the writer for itself, between the commits. */
  #alone: (() => Promise<void>)[] = [];
  #flushing: Promise<void> | null = null;
  #closed = false;

  constructor(store: Store, { clock, failpoints, onProblem }: Surroundings) {
    this.#store = store;
    this.#kept = new KeptThreads(store);
    this.#committer = new Committer(store, this.#kept, (commit) => {
      this.#times.note(commit.events);
      for (const listener of this.#listeners) this.#tell(listener, commit);
    });
    this.damage = new DamagedThreads({
      store,
      clock,
      onProblem,
      write: (work) => this.#runAlone(() => this.#transactAlone(({ ask }) => work(ask))),
      forget: (threadId) => this.#kept.forget(threadId),
      onHidden: (rootId, hiddenAt) => this.#times.hiding.begin(rootId, hiddenAt),
    });
    this.feed = store.reads;
    const markDamaged: DamagedThreads['markRows'] = (rows) => this.damage.markRows(rows);
    this.readModels = createReadModels({ ask: store.reads.ask, longAsk: store.longAsk, markDamaged });
    store.reads.onDamage = (error) => this.damage.report(error);
    this.#clock = clock;
    this.#times = new LogTimes(clock);
    this.#failpoints = failpoints;
    this.#onProblem = onProblem;
    if (store.warning) onProblem(new StoreError('lost-events', store.warning));
  }

  append(header: Header, entries: readonly Entry[]): Promise<AppendResult<null>> {
    const threads = entries.map(({ threadId }) => threadId);
    return this.decide(header, threads, () => entries);
  }

  decide(header: Header, threads: readonly ThreadId[], decision: Decision): Promise<AppendResult<null>> {
    return this.decideWithReply(header, threads, (view) => {
      const decided = decision(view);
      return 'code' in decided ? decided : { entries: decided, reply: null };
    });
  }

  decideWithReply<Reply>(
    header: Header,
    threads: readonly ThreadId[],
    decision: ReplyingDecision<Reply>,
  ): Promise<AppendResult<Reply>> {
    return this.#enqueue(header.label, threads, (group, at) => group.take({ header, decision }, at));
  }

  stage<Reply>(header: Header, staged: StagedPart, reply: Reply): Promise<AppendResult<Reply>> {
    this.#times.hiding.noteStaged(staged.states.values());
    return this.#enqueue(header.label, [], (group, at) => group.take({ header, decision: { staged, reply } }, at));
  }

  async discardStaged(rootId: ThreadId): Promise<void> {
    while (!this.#closed && (await this.#runAlone(() => this.#transactAlone((part) => trimStaged(part, rootId)))));
    await this.#purgeAlone(rootId, () => true);
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
      const fail = (error: unknown) => reject(this.damage.noticed(error));
      this.#waiting.push({ label, threads, take: settling, reject: fail, since: performance.now() });
      this.#flushing ??= nextTurn().then(() => this.#flush());
    });
  }

  /** Between two commits everybody else has a turn: whoever was told of the first may have much to do. */
  async #flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#alone.length > 0) {
      const waiting = this.#waiting.splice(0, maxInCommit);
      if (waiting.length > 0) await this.#commit(waiting);
      await this.#alone.shift()?.();
      await nextTurn();
    }
    this.#flushing = null;
  }

  async purge(hiddenForMs: number): Promise<ThreadId[]> {
    if (this.#closed) return [];
    const purged: ThreadId[] = [];
    const isDue: IsDue = (chat) => this.#times.hiding.isOver(chat, hiddenForMs);
    for (const chat of await this.#store.reads.hidden()) {
      if (isDue(chat) && (await this.#purgeAlone(chat.rootId, isDue))) purged.push(chat.rootId);
    }
    return purged;
  }

  async sweepRequests(): Promise<void> {
    const keptBefore = this.#times.requests.keptBefore();
    while (!this.#closed && (await this.#store.reads.hasRequestBefore(keptBefore))) {
      await this.#runAlone(() => this.#transactAlone((transaction) => sweepRequests(transaction, keptBefore)));
    }
  }

  #runAlone<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(closedError());
    return new Promise((resolve, reject) => {
      this.#alone.push(() => run().then(resolve, reject));
      this.#flushing ??= nextTurn().then(() => this.#flush());
    });
  }

  #purgeAlone(rootId: ThreadId, isDue: IsDue): Promise<boolean> {
    return this.#closed ? Promise.resolve(false) : this.#runAlone(() => this.#purgeOne(rootId, isDue));
  }

  /** What is kept of it in memory goes even if the outcome is not known: it can be read again. */
  async #purgeOne(rootId: ThreadId, isDue: IsDue): Promise<boolean> {
    try {
      return await this.#transactAlone((transaction) => purgeChat(transaction, rootId, isDue));
    } finally {
      this.#kept.forgetTree(rootId);
      await this.damage.forgetTree(rootId);
    }
  }

  #transactAlone<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + this.#store.patienceMs;
    return this.#committer.transact({ deadline, work, onOverdue: () => this.#rejectOverdue() });
  }

  /**
   * Whatever fails in a group without being one decision's own fault may still be the fault of one: halves are tried by
   * themselves, so that only that one is told of it.
   */
  async #commit(waiting: readonly Waiting[]): Promise<void> {
    try {
      const { group, settle } = await this.#transact(waiting);
      for (const { label } of waiting) this.#failpoints.hit(`after:${label}`);
      this.#committer.publish(group);
      for (const tell of settle) tell();
    } catch (error) {
      if (waiting.length > 1 && !isOfTheStore(error)) {
        const middle = waiting.length >> 1;
        await this.#commit(waiting.slice(0, middle));
        return this.#commit(waiting.slice(middle));
      }
      for (const { reject } of waiting) reject(error);
      if (isOfTheStore(error)) this.#rejectOverdue(error);
    }
  }

  #transact(waiting: readonly Waiting[]): Promise<{ group: Group; settle: (() => void)[] }> {
    const newest = Math.max(...waiting.map(({ since }) => since));
    return this.#committer.transact({
      deadline: newest + this.#store.patienceMs,
      work: async (transaction, minHead) => {
        const group = new Group(transaction, {
          known: (threadId) => this.#kept.find(threadId),
          requestsSince: this.#times.requests.keptBefore(),
          workedMs: (thread) => this.#times.work.workedMs(thread),
        });
        await group.begin(
          waiting.flatMap(({ threads }) => threads),
          minHead,
        );
        const settle: (() => void)[] = [];
        for (const one of waiting) settle.push(await decideOne(group, one, this.#clock.now()));
        await group.write();
        for (const { label } of waiting) this.#failpoints.hit(`before:${label}`);
        return { group, settle };
      },
      onOverdue: (error) => {
        for (const { reject } of waiting) reject(error);
        this.#rejectOverdue();
      },
    });
  }

  /** Those that have waited too long for a store that is away are told so; they were not begun. */
  #rejectOverdue(error: unknown = awayError()): void {
    const oldest = performance.now() - this.#store.patienceMs;
    while ((this.#waiting[0]?.since ?? oldest) < oldest) this.#waiting.shift()?.reject(error);
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
    return this.damage.watch(threadId, () => this.#kept.thread(workspaceId, threadId));
  }

  async tree(workspaceId: WorkspaceId, rootId: ThreadId): Promise<TreeState | null> {
    this.#refuseWhenClosed();
    return this.damage.watch(rootId, () => this.#kept.tree(workspaceId, rootId));
  }

  subscribe(listener: (commit: Commit) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async read(range: Range): Promise<Event[]> {
    this.#refuseWhenClosed();
    return this.#store.reads.read(range);
  }

  async owing(dueBy?: number): Promise<Wake[]> {
    if (this.#closed) return [];
    const marks = await this.damage.marks();
    return (await this.#store.reads.owing(dueBy)).filter((wake) => !marks.stops(wake));
  }

  canWrite(): Promise<boolean> {
    return this.#store.canWrite();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#committer.close();
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

/** More appends per commit save few flushes, and every other task waits for all of them. */
const maxInCommit = 64;
