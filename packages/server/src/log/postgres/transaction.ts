import { randomUUID } from 'node:crypto';
import type { ThreadId, ThreadState } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { Ask } from '../../ports/sql.ts';
import { loadStored } from '../damage/fold-stored.ts';
import { toEvent } from '../format/read-event.ts';
import { Reads } from '../reads.ts';
import { mayPass } from '../retry-while-unavailable.ts';
import type { Batch, LoadedThread, LoadedThreads, Transaction } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { takeAppendLock } from './locks.ts';
import { pooled } from './problems.ts';
import type { Session } from './session.ts';
import { writeBatch } from './write-batch.ts';
import type { Writer } from './writer.ts';

/**
 * Two round trips: one learns where the log stands, the other writes and commits. Every commit that writes leaves an id of
 * its own in the log's head, so that a commit whose answer is lost can be looked up, and so that a log that stands elsewhere
 * than this writer left it is noticed.
 */
export class PostgresTransaction implements Transaction {
  readonly ask: Ask;
  readonly reads: Reads;
  readonly isMoved: boolean;
  readonly #writer: Writer;
  readonly #session: Session;
  readonly #commitId = randomUUID();
  #head: number;
  #hasWritten = false;
  #isStamped = false;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(writer: Writer, session: Session, head: number, isMoved: boolean) {
    this.#writer = writer;
    this.#session = session;
    this.#head = head;
    this.isMoved = isMoved;
    this.ask = async (text, values) => {
      if (!isRead(text)) this.#hasWritten = true;
      await this.#writing;
      return session.ask(text, values);
    };
    this.reads = new Reads(this.ask);
  }

  /** Whatever fails here leaves the connection in a state that is not known, so it is not used again. */
  static async begin(writer: Writer): Promise<Transaction> {
    const session = await writer.session();
    try {
      const [found] = await session.ask(beginText, []);
      const place = { position: Number(found?.position), commitId: String(found?.commit_id) };
      if (found?.backend !== writer.backend) throw pooled();
      return new PostgresTransaction(writer, session, place.position, writer.found(place));
    } catch (error) {
      writer.drop(session);
      throw error;
    }
  }

  async head(): Promise<number> {
    return this.#head;
  }

  async threads(
    threadIds: readonly ThreadId[],
    known: (threadId: ThreadId) => ThreadState | null,
  ): Promise<LoadedThreads> {
    const missing = threadIds.filter((threadId) => !known(threadId));
    const loaded = missing.length > 0 ? await loadThreads(this.ask, missing) : new Map<ThreadId, LoadedThread>();
    return new Map(threadIds.map((threadId) => [threadId, known(threadId) ?? loaded.get(threadId) ?? null]));
  }

  /** On its way when this returns; whoever asks next, or commits, waits for it. */
  async write(batch: Batch): Promise<void> {
    this.#hasWritten = true;
    const last = batch.events.at(-1);
    if (last) {
      this.#head = last.position;
      this.#isStamped = true;
    }
    this.#send(writeBatch(this.#session.ask, batch, this.#commitId));
  }

  #send(sent: Promise<unknown>): void {
    this.#writing = Promise.all([this.#writing, sent]);
    this.#writing.catch(() => {});
  }

  async commit(): Promise<void> {
    if (this.#hasWritten && !this.#isStamped) {
      this.#send(this.#session.ask('UPDATE log_head SET commit_id = ?', [this.#commitId]));
    }
    const place = { position: this.#head, commitId: this.#commitId };
    if (this.#hasWritten) this.#writer.expect(place);
    const [written, committed] = await Promise.allSettled([this.#writing, this.#session.command('COMMIT')]);
    const error = written.status === 'rejected' ? written.reason : failureOf(committed);
    if (error === null) return this.#hasWritten ? this.#writer.left(place) : undefined;
    // A connection that is lost on the way leaves it open whether the commit took place; the log's head knows.
    if (mayPass(error) && this.#hasWritten) {
      this.#writer.drop(this.#session);
      throw outcomeUnknown(error);
    }
    this.#writer.expect(null);
    throw error;
  }

  async rollback(): Promise<void> {
    const tag = await this.#session.command('ROLLBACK').catch(() => null);
    if (tag !== 'ROLLBACK') this.#writer.drop(this.#session);
  }
}

const beginText = `BEGIN ISOLATION LEVEL READ COMMITTED; ${takeAppendLock};
  SELECT position, commit_id, pg_backend_pid() AS backend FROM log_head`;

function isRead(text: string): boolean {
  return /^\s*(SELECT|WITH RECURSIVE)\b/i.test(text);
}

function failureOf(committed: PromiseSettledResult<string>): unknown {
  if (committed.status === 'rejected') return committed.reason;
  return committed.value === 'COMMIT' ? null : new Error(`PostgreSQL answered COMMIT with ${committed.value}`);
}

function outcomeUnknown(cause: unknown): StoreError {
  return new StoreError(
    'unknown',
    'The connection to the database was lost during a commit, and its outcome is not known yet. Retinue keeps looking it up. Check whether the change is there before you repeat it.',
    cause,
  );
}

async function loadThreads(ask: Ask, threadIds: readonly ThreadId[]): Promise<LoadedThreads> {
  const rows = await ask(
    `SELECT * FROM event WHERE thread = ANY (ARRAY(SELECT number FROM thread_number
      WHERE id = ANY (ARRAY(SELECT json_array_elements_text(?))))) ORDER BY seq`,
    [JSON.stringify(threadIds)],
  );
  const ofThread = Map.groupBy(rows, (row) => storedId.thread(row.thread_id));
  const load = (id: ThreadId) => loadStored(id, null, () => (ofThread.get(id) ?? []).map(toEvent));
  return new Map(threadIds.map((id) => [id, load(id)]));
}
