import { setTimeout as wait } from 'node:timers/promises';
import { eventTypes, type LogEvent } from '@retinue/protocol';
import type { Commit, Wake } from '../ports/log/event-log.ts';
import { StoreError } from '../ports/log/store-error.ts';
import { wakeOf } from '../read-models/rows.ts';
import type { KeptThreads } from './cache/kept-threads.ts';
import type { Group } from './group.ts';
import type { Reads } from './reads.ts';
import { firstDelayMs, nextDelayMs, tryUntil } from './retry-while-unavailable.ts';
import type { LogStore, Transaction } from './store.ts';

/**
 * Runs transactions against a store that may disconnect in the middle of one, and keeps memory and subscribers in step
 * with it. Nothing that builds on a commit starts before the outcome of that commit is known.
 */
export class Committer {
  readonly #store: LogStore;
  readonly #kept: KeptThreads;
  readonly #tell: (commit: Commit) => void;
  /** The last position that subscribers know; null before the first transaction. */
  #told: number | null = null;
  #isClosed = false;

  constructor(store: LogStore, kept: KeptThreads, tell: (commit: Commit) => void) {
    this.#store = store;
    this.#kept = kept;
    this.#tell = tell;
  }

  /** Outcomes that are unknown by now stay unknown. */
  close(): void {
    this.#isClosed = true;
  }

  /**
   * One transaction, retried until the deadline while the database can't be reached. An outcome that is still unknown
   * then is reported to `onOverdue`, and is checked until it is known.
   */
  transact<Result>({ deadline, work, onOverdue }: Transacting<Result>): Promise<Result> {
    return tryUntil(deadline, async () => {
      const transaction = await this.#store.begin();
      const result = await inTransaction(transaction, async () => work(transaction, await this.#catchUp(transaction)));
      try {
        await transaction.commit();
      } catch (error) {
        if (!isUnknown(error)) await transaction.rollback();
        if (!isUnknown(error) || !(await this.#learn(error, deadline, onOverdue))) throw notCommitted(error);
      }
      return result;
    });
  }

  /**
   * Notifies subscribers of a commit, after memory was updated. Parts of an import are not reported until it is shown.
   */
  publish({ events, told, states }: Pick<Group, 'events' | 'told' | 'states'>): void {
    const last = events.at(-1);
    if (!last) return;
    this.#told = last.position;
    for (const state of states.values()) this.#kept.put(state);
    const wakes = [...states.values()].map(wakeOf).filter((wake) => wake !== null);
    if (told.length > 0) this.#tell({ events: told, wakes });
  }

  /** Whether a commit whose reply was lost took place. */
  async #learn(unknown: unknown, deadline: number, onOverdue: (error: unknown) => void): Promise<boolean> {
    for (let delayMs = firstDelayMs; ; delayMs = nextDelayMs(delayMs)) {
      try {
        return await this.#store.settle();
      } catch {
        if (this.#isClosed) throw unknown;
        if (performance.now() > deadline) onOverdue(unknown);
        await wait(delayMs);
      }
    }
  }

  /**
   * If another process moved the log, or it was set back, the states in memory are invalid. New events are reported;
   * lost ones can't be unreported, so their positions are not given again. Returns the position to continue from.
   */
  async #catchUp(transaction: Transaction): Promise<number> {
    if (transaction.isMoved) this.#kept.clear();
    const head = await transaction.head();
    this.#told ??= head;
    if (transaction.isMoved && head < this.#told) this.#tell({ events: [], wakes: [], lostAfter: head });
    while (this.#told < head) await this.#tellMissed(transaction, this.#told, head);
    return this.#told;
  }

  async #tellMissed({ reads }: Transaction, after: number, head: number): Promise<void> {
    const stretch = { after, upTo: head, types: eventTypes, limit: missedAtOnce };
    const events = await reads.readStretch(stretch);
    const wakes = await wakesOf(reads, events);
    this.#told = events.length < missedAtOnce ? head : (events.at(-1)?.position ?? head);
    const news = events.filter(({ actor }) => actor !== 'imported');
    if (news.length > 0) this.#tell({ events: news, wakes });
  }
}

export interface Transacting<Result> {
  /** A time of `performance.now()`. */
  deadline: number;
  /** May be run again. `minHead` is the last position that was ever given. */
  work: (transaction: Transaction, minHead: number) => Promise<Result>;
  onOverdue: (error: unknown) => void;
}

async function inTransaction<Result>(transaction: Transaction, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

async function wakesOf(reads: Reads, events: readonly LogEvent[]): Promise<Wake[]> {
  const threadIds = new Set(events.map(({ threadId }) => threadId));
  return (await reads.owing(Number.MAX_SAFE_INTEGER)).filter(({ threadId }) => threadIds.has(threadId));
}

function isUnknown(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'unknown';
}

/** A commit that was lost on its way may be tried again. */
function notCommitted(error: unknown): unknown {
  if (!isUnknown(error)) return error;
  return new StoreError(
    'unreachable',
    'The connection to the database was lost before the commit. Nothing was changed. Retry in a moment.',
    error,
  );
}

const missedAtOnce = 500;
