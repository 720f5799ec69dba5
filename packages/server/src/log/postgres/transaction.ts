import { randomUUID } from 'node:crypto';
import type { ThreadId } from '@retinue/protocol';
import type { Ask, Columns } from '../../ports/log/sql.ts';
import { StoreError } from '../../ports/log/store-error.ts';
import { Reads } from '../reads.ts';
import { mayPass } from '../retry-while-unavailable.ts';
import type { Batch, Transaction } from '../store.ts';
import { postgresReads } from './connection.ts';
import { takeAppendLock } from './prepare-store.ts';
import { pooled } from './problems.ts';
import type { Session } from './session.ts';
import { writePostgresBatch } from './write-batch.ts';
import type { Writer } from './writer.ts';

/**
 * Two round trips: one reads the position of the log, the other writes and commits. Every commit that writes leaves a
 * unique id in the log's head, so that a commit whose reply is lost can be looked up, and so that a log that another
 * writer moved is noticed.
 */
export class PostgresTransaction implements Transaction {
  readonly ask: Ask;
  readonly reads: Reads;
  readonly isMoved: boolean;
  readonly #writer: Writer;
  readonly #session: Session;
  readonly #commitIds: string;
  #head: number;
  #hasWritten = false;
  #isStamped = false;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(writer: Writer, session: Session, head: number, isMoved: boolean) {
    this.#writer = writer;
    this.#session = session;
    this.#head = head;
    this.isMoved = isMoved;
    this.#commitIds = writer.commitIdsAfter(randomUUID());
    this.ask = async (text, values) => {
      if (!isRead(text)) this.#hasWritten = true;
      await this.#writing;
      return session.ask(text, values);
    };
    this.reads = new Reads(this.ask, postgresReads);
  }

  /** A failure here leaves the connection in an unknown state, so it is not used again. */
  static async begin(writer: Writer): Promise<Transaction> {
    const session = await writer.session();
    try {
      const [found] = await session.ask(beginText, []);
      const place = { position: Number(found?.position), commitIds: String(found?.commit_id) };
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

  storedEvents(threadIds: readonly ThreadId[]): Promise<Columns[]> {
    return this.ask(eventsText, [JSON.stringify(threadIds)]);
  }

  /** Sent when this returns; the next query, or the commit, waits for it. */
  async write(batch: Batch): Promise<void> {
    this.#hasWritten = true;
    const last = batch.events.at(-1);
    if (last) {
      this.#head = last.position;
      this.#isStamped = true;
    }
    this.#send(writePostgresBatch(this.#session.ask, batch, this.#commitIds));
  }

  #send(sent: Promise<unknown>): void {
    this.#writing = Promise.all([this.#writing, sent]);
    this.#writing.catch(() => {});
  }

  async commit(): Promise<void> {
    if (this.#hasWritten && !this.#isStamped) {
      this.#send(this.#session.ask('UPDATE log_head SET commit_id = ?', [this.#commitIds]));
    }
    const place = { position: this.#head, commitIds: this.#commitIds };
    if (this.#hasWritten) this.#writer.expect(place);
    const [written, committed] = await Promise.allSettled([this.#writing, this.#session.command('COMMIT')]);
    const error = written.status === 'rejected' ? written.reason : failureOf(committed);
    if (error === null) return this.#hasWritten ? this.#writer.left(place) : undefined;
    // If the connection is lost during a commit, its outcome is unknown; the log's head has it.
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

const eventsText = `SELECT * FROM event WHERE thread = ANY (ARRAY(SELECT number FROM thread_number
  WHERE id = ANY (ARRAY(SELECT json_array_elements_text(?))))) ORDER BY seq`;

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
