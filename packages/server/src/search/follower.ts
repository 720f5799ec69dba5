import { setTimeout as wait } from 'node:timers/promises';
import type { LogEvent, ThreadId, WorkspaceId } from '@retinue/protocol';
import { DamagedThreadError, soundOrNull } from '../ports/log/damage.ts';
import type { OpenedLog } from '../ports/log/opened-log.ts';
import type { IndexChange, IndexPlace, SearchIndex } from '../ports/log/search.ts';
import type { Clock } from '../ports/runtime/clock.ts';
import { changesOf, indexedTypes } from './changes-of.ts';

/**
 * Brings the index up to the end of the log, batch by batch. A batch and its position are one transaction, so a crash loses
 * and doubles nothing. Runs in the background a moment after each event, and at once for a search. A failure in the
 * background is retried by the next search, which reports it.
 */
export class Follower {
  readonly #log: OpenedLog;
  readonly #clock: Clock;
  readonly #open: () => Promise<SearchIndex>;
  #index: Promise<SearchIndex> | null = null;
  #subscription: Disposable | null = null;
  #timer: Disposable | null = null;
  #running: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #closing: Promise<void> | null = null;

  constructor({ log, clock, open }: { log: OpenedLog; clock: Clock; open: () => Promise<SearchIndex> }) {
    this.#log = log;
    this.#clock = clock;
    this.#open = open;
  }

  start(): void {
    this.#subscription ??= this.#log.subscribe(() => this.#soon());
    this.#soon();
  }

  /** The index at the current end of the log, or as far as it got within the timeout. */
  async caughtUp(timeoutMs: number): Promise<{ index: SearchIndex; isComplete: boolean }> {
    const index = await this.#opened();
    const until = this.#clock.monotonicMs() + timeoutMs;
    const isComplete = await this.#catchUp(index, 0, () => this.#clock.monotonicMs() < until);
    if (!isComplete) this.#soon();
    return { index, isComplete };
  }

  async forget(rootIds: readonly ThreadId[]): Promise<void> {
    if (rootIds.length === 0 || this.#isClosed) return;
    const index = await this.#opened();
    await this.#alone(() => index.forget(rootIds));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    this.#subscription?.[Symbol.dispose]();
    this.#timer?.[Symbol.dispose]();
    await this.#running.catch(() => {});
    await (await this.#index?.catch(() => null))?.close();
  }

  #soon(): void {
    if (this.#timer || this.#isClosed) return;
    this.#timer = this.#clock.after(restMs, () => {
      this.#timer = null;
      this.#inBackground().catch(() => {});
    });
  }

  async #inBackground(): Promise<void> {
    const index = await this.#opened();
    await this.#catchUp(index, 1, () => true);
  }

  /** Runs one after the other, also after failures. */
  #alone<Result>(run: () => Promise<Result>): Promise<Result> {
    const ran = this.#running.then(run, run);
    this.#running = ran.catch(() => {});
    return ran;
  }

  #opened(): Promise<SearchIndex> {
    if (this.#isClosed) return Promise.reject(new Error('The search has been closed.'));
    this.#index ??= this.#alone(async () => {
      const index = await this.#open();
      await reconcile(this.#log, index);
      return index;
    });
    this.#index.catch(() => {
      this.#index = null;
    });
    return this.#index;
  }

  /** Batch by batch, so that a search does not wait for all of the background work. */
  async #catchUp(index: SearchIndex, restsAsLong: 0 | 1, mayGoOn: () => boolean): Promise<boolean> {
    const head = await this.#log.feed.head();
    do {
      if (this.#isClosed) return false;
      const startedAt = performance.now();
      if (await this.#alone(() => this.#takeBatch(index, head))) return true;
      // The background work leaves half of the time to the rest of the process.
      await wait(restsAsLong * (performance.now() - startedAt));
    } while (mayGoOn());
    return false;
  }

  async #takeBatch(index: SearchIndex, head: number): Promise<boolean> {
    const place = await index.place();
    if (place.position >= head) return true;
    const { to, changes } = await readBatch(this.#log, place, head);
    return (await index.move(place.position, to, changes)) && to.position >= head;
  }
}

/** A batch that is small enough not to delay other work. */
async function readBatch(
  log: OpenedLog,
  { position: after, mark }: IndexPlace,
  head: number,
): Promise<{ to: IndexPlace; changes: IndexChange[] }> {
  const upTo = Math.min(head, after + batchPositions);
  const events = await log.feed.readStretch({ after, upTo, types: indexedTypes, limit: batchEvents });
  const changes: IndexChange[] = [];
  let words = 0;
  for (const [read, event] of events.entries()) {
    const made = await changesOf(event, (workspaceId, threadId) => soundOrNull(log.thread(workspaceId, threadId)));
    changes.push(...made);
    words += made.reduce((sum, change) => sum + (change.type === 'entry' ? change.entry.words.length : 1), 0);
    const isFull = words >= batchWords || read + 1 === batchEvents;
    if (isFull) return { to: { position: event.position, mark: markOf(event) }, changes };
  }
  const last = events.at(-1);
  return { to: { position: upTo, mark: last ? markOf(last) : mark }, changes };
}

/** Clears the index of another log, and forgets chats that were purged while the index was closed. */
async function reconcile(log: OpenedLog, index: SearchIndex): Promise<void> {
  const { position, mark } = await index.place();
  const [there] = mark === null ? [] : await log.feed.readAt([Number.parseInt(mark, 10)]);
  const isOfAnother = there !== undefined && markOf(there) !== mark;
  if (isOfAnother || position > (await log.feed.head())) return index.clear();
  const hidden = await index.hiddenChats();
  const gone: ThreadId[] = [];
  for (const { workspaceId, rootId } of hidden) if (!(await isThere(log, workspaceId, rootId))) gone.push(rootId);
  if (gone.length > 0) await index.forget(gone);
}

/** A damaged chat exists until it is purged. */
async function isThere(log: OpenedLog, workspaceId: WorkspaceId, rootId: ThreadId): Promise<boolean> {
  try {
    return (await log.thread(workspaceId, rootId)) !== null;
  } catch (error) {
    if (error instanceof DamagedThreadError) return true;
    throw error;
  }
}

/** Begins with the position. */
function markOf({ position, threadId, seq, at }: LogEvent): string {
  return `${position} ${threadId} ${seq} ${at}`;
}

const restMs = 1000;
const batchPositions = 2000;
const batchEvents = 40;
const batchWords = 2_000;
