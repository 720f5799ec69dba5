import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LogEvent, ThreadId, ThreadState, TreeState, WorkspaceId } from '@retinue/protocol';
import type { AppendLabel } from '../ports/log/append-labels.ts';
import type { EventFeed } from '../ports/log/event-feed.ts';
import type {
  AppendResult,
  Commit,
  Decision,
  Entry,
  Header,
  Range,
  ReplyingDecision,
  Wake,
} from '../ports/log/event-log.ts';
import type { OpenedLog, StagedPart } from '../ports/log/opened-log.ts';
import type { ReadModels } from '../ports/log/read-models.ts';
import type { Records } from '../ports/log/records.ts';
import { awayError, closedError, isBusy, isOfTheStore, StoreError } from '../ports/log/store-error.ts';
import type { Clock } from '../ports/runtime/clock.ts';
import { createReadModels } from '../read-models/read-models.ts';
import { KeptThreads } from './cache/kept-threads.ts';
import { Committer } from './committer.ts';
import { DamagedThreads } from './damage/damaged-threads.ts';
import type { Failpoints } from './failpoints.ts';
import { Group } from './group.ts';
import { LogTimes } from './log-times.ts';
import { groupedRecords } from './records/record-rows.ts';
import { type IsDue, purgeChat, trimStaged } from './remove-chat.ts';
import { sweepRequests } from './requests/kept-requests.ts';
import type { LogStore, Transaction } from './store.ts';
import { decideOne, isTooLate, newestOf, type WaitingAppend } from './waiting.ts';

/*
 * The log, over any store. Appends that arrive in one turn of the event loop, or during a transaction, share the next
 * one, and so one flush to disk. No promise resolves before the COMMIT, and when that fails all of them reject; states,
 * subscribers and wakes follow only after it.
 */
export class GroupedLog implements OpenedLog {
  readonly records: Records = groupedRecords(
    () => this.#store.reads,
    (label, take) => this.#enqueue(label, [], take),
  );
  readonly #store: LogStore;
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
  readonly #waiting: WaitingAppend[] = [];
  /** Work that needs exclusive use of the writer, between the commits. */
  #alone: (() => Promise<void>)[] = [];
  #flushing: Promise<void> | null = null;
  #closed = false;

  constructor(store: LogStore, { clock, failpoints, onProblem }: Surroundings) {
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
      onHidden: (rootId, hiddenAt) => this.#times.noteHidden(rootId, hiddenAt),
    });
    this.feed = store.reads;
    this.readModels = createReadModels({
      ...{ kind: store.kind, ask: store.reads.ask, longAsk: store.longAsk },
      markDamaged: (rows) => this.damage.markRows(rows),
    });
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
    this.#times.noteStaged(staged.states.values());
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

  /** Yields between two commits: subscribers of the first may have much to do. */
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
    const isDue: IsDue = (chat) => this.#times.wasHiddenFor(chat, hiddenForMs);
    for (const chat of await this.#store.reads.hidden()) {
      if (isDue(chat) && (await this.#purgeAlone(chat.rootId, isDue))) purged.push(chat.rootId);
    }
    return purged;
  }

  async sweepRequests(): Promise<void> {
    const keptBefore = this.#times.requestsSince();
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

  /** Drops its states even if the outcome is unknown: they can be read again. */
  async #purgeOne(rootId: ThreadId, isDue: IsDue): Promise<boolean> {
    try {
      return await this.#transactAlone((transaction) => purgeChat(transaction, rootId, isDue));
    } finally {
      this.#kept.forgetTree(rootId);
      await this.damage.forgetTree(rootId);
    }
  }

  #transactAlone<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + this.#store.maxRetryMs;
    return this.#committer.transact({ deadline, work, onOverdue: () => this.#rejectOverdue() });
  }

  /**
   * A failure of a whole group may still be caused by one decision: halves are tried separately, so that only that one
   * fails.
   */
  async #commit(waiting: readonly WaitingAppend[]): Promise<void> {
    try {
      const { group, settle } = await this.#transact(waiting);
      for (const { label } of waiting) this.#failpoints.hit(`after:${label}`);
      this.#committer.publish(group);
      for (const tell of settle) tell();
    } catch (error) {
      if (waiting.length > 1 && !isOfTheStore(error) && !isTooLate(waiting, this.#store.maxRetryMs, error)) {
        const middle = waiting.length >> 1;
        await this.#commit(waiting.slice(0, middle));
        return this.#commit(waiting.slice(middle));
      }
      for (const { reject } of waiting) reject(error);
      if (isOfTheStore(error) || isBusy(error)) this.#rejectOverdue(error);
    }
  }

  #transact(waiting: readonly WaitingAppend[]): Promise<{ group: Group; settle: (() => void)[] }> {
    return this.#committer.transact({
      deadline: newestOf(waiting) + this.#store.maxRetryMs,
      work: async (transaction, minHead) => {
        const group = new Group(transaction, {
          known: (threadId) => this.#kept.find(threadId),
          requestsSince: this.#times.requestsSince(),
          workedMs: (thread) => this.#times.workedMs(thread),
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

  /** Rejects appends that have waited too long for an unavailable store; they were not started. */
  #rejectOverdue(error: unknown = awayError()): void {
    const oldest = performance.now() - this.#store.maxRetryMs;
    while ((this.#waiting[0]?.since ?? oldest) < oldest) this.#waiting.shift()?.reject(error);
  }

  /** A subscriber that throws does not keep the others from being notified. */
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

  async read(range: Range): Promise<LogEvent[]> {
    this.#refuseWhenClosed();
    return this.#store.reads.read(range);
  }

  async owing(dueBy?: number): Promise<Wake[]> {
    if (this.#closed) return [];
    return this.damage.withoutStopped(await this.#store.reads.owing(dueBy));
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
  /** Called with an error of a subscriber. */
  onProblem: (problem: unknown) => void;
}

/** More appends per commit save few flushes, and every other task waits for all of them. */
const maxInCommit = 64;
