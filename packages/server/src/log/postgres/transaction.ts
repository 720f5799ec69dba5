import type { Event, ThreadId, ThreadState } from '@retinue/protocol';
import { fold } from '@retinue/protocol';
import { packFields } from '../packing.ts';
import { mayPass, patiently } from '../patiently.ts';
import type { Ask } from '../reads.ts';
import { Reads, toEvent } from '../reads.ts';
import type { RecordRow } from '../record-rows.ts';
import type { Batch, LoadedThreads, Transaction } from '../store.ts';
import { writeBatch } from './write-batch.ts';
import type { Writer } from './writer.ts';
import { takeAppendLock } from './writer.ts';

/**
 * Two round trips: one learns where the log stands, the other writes and commits. What is known of a thread holds as long
 * as the log stands where this writer left it; once somebody else has appended, it is made sure of by its `seq`.
 */
export class PostgresTransaction implements Transaction {
  readonly ask: Ask;
  readonly reads: Reads;
  readonly #writer: Writer;
  readonly #patienceMs: number;
  readonly #send: Ask;
  #head = 0;
  #last: Event | null = null;
  #lastRecord: RecordRow | null = null;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(writer: Writer, send: Ask, patienceMs: number) {
    this.#writer = writer;
    this.#send = send;
    this.#patienceMs = patienceMs;
    this.ask = async (text, values) => {
      await this.#writing;
      return send(text, values);
    };
    this.reads = new Reads(this.ask);
  }

  static async begin(writer: Writer, patienceMs: number): Promise<Transaction> {
    const transaction = new PostgresTransaction(writer, await writer.ask(), patienceMs);
    await transaction.#begin();
    return transaction;
  }

  async #begin(): Promise<void> {
    const [place] = await this.#send(`BEGIN; ${takeAppendLock}; SELECT position FROM log_head`, []);
    this.#head = Number(place?.position);
    this.#writer.found(this.#head);
  }

  async head(): Promise<number> {
    return this.#head;
  }

  async threads(
    threadIds: readonly ThreadId[],
    known: (threadId: ThreadId) => ThreadState | null,
  ): Promise<LoadedThreads> {
    if (!this.#writer.isAlone) return loadThreads(this.ask, threadIds, known);
    const missing = threadIds.filter((threadId) => !known(threadId));
    const loaded = missing.length > 0 ? await loadThreads(this.ask, missing, known) : new Map();
    return new Map(threadIds.map((threadId) => [threadId, known(threadId) ?? loaded.get(threadId) ?? null]));
  }

  /** On its way when this returns; whoever asks next, or commits, waits for it. */
  async write(batch: Batch): Promise<void> {
    this.#last = batch.events.at(-1) ?? this.#last;
    this.#lastRecord = batch.records.at(-1) ?? this.#lastRecord;
    this.#writing = Promise.all([this.#writing, writeBatch(this.#send, batch)]);
    this.#writing.catch(() => {});
  }

  /** A connection that is lost on the way leaves it open whether the commit took place; the log knows. */
  async commit(): Promise<void> {
    try {
      await Promise.all([this.#writing, this.#send('COMMIT', [])]);
    } catch (error) {
      if (!mayPass(error)) throw error;
      await this.#writer.reset();
      if (!(await patiently(this.#patienceMs, () => this.#hasLast()))) throw error;
    }
    this.#writer.left(this.#last?.position ?? this.#head);
  }

  /** Nobody else can have written the same event to the same place. One without events and records has no effect to lose. */
  async #hasLast(): Promise<boolean> {
    if (!this.#last) return this.#hasLastRecord();
    const { position, threadId, seq, type, data } = this.#last;
    const ask = await this.#writer.ask();
    const text = 'SELECT 1 FROM event WHERE position = ? AND thread_id = ? AND seq = ? AND data = ?';
    return (await ask(text, [position, threadId, seq, packFields(type, data)])).length > 0;
  }

  async #hasLastRecord(): Promise<boolean> {
    if (!this.#lastRecord) return false;
    const { workspaceId, kind, id, version, data } = this.#lastRecord;
    const ask = await this.#writer.ask();
    const text = 'SELECT version, data FROM record WHERE workspace_id = ? AND kind = ? AND id = ?';
    const [row] = await ask(text, [workspaceId, kind, id]);
    return data === null ? !row : row?.version === version && row.data === data;
  }

  async rollback(): Promise<void> {
    await this.#send('ROLLBACK', []).catch(() => this.#writer.reset());
  }
}

async function loadThreads(
  ask: Ask,
  threadIds: readonly ThreadId[],
  known: (threadId: ThreadId) => ThreadState | null,
): Promise<LoadedThreads> {
  const rows = await ask('SELECT id, seq FROM thread WHERE id = ANY(SELECT json_array_elements_text(?))', [
    JSON.stringify(threadIds),
  ]);
  const seqs = new Map(rows.map(({ id, seq }) => [id, Number(seq)]));
  const behind = threadIds.filter((id) => (known(id)?.seq ?? 0) < (seqs.get(id) ?? 0));
  const fresh = behind.length > 0 ? await eventsAfter(ask, behind, known) : new Map();
  return new Map(threadIds.map((id) => [id, seqs.has(id) ? fold(known(id), fresh.get(id) ?? []) : null]));
}

async function eventsAfter(
  ask: Ask,
  threadIds: readonly ThreadId[],
  known: (threadId: ThreadId) => ThreadState | null,
) {
  const wanted = threadIds.map((id) => ({ id, seq: known(id)?.seq ?? 0 }));
  const rows = await ask(
    `SELECT event.* FROM event JOIN json_to_recordset(?) AS wanted (id TEXT, seq BIGINT)
    ON event.thread_id = wanted.id AND event.seq > wanted.seq ORDER BY event.seq`,
    [JSON.stringify(wanted)],
  );
  return Map.groupBy(rows.map(toEvent), ({ threadId }) => threadId);
}
