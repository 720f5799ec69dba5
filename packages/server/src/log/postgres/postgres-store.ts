import type { ThreadId, ThreadState } from '@retinue/protocol';
import { fold } from '@retinue/protocol';
import pg from 'pg';
import { mayPass, patiently } from '../patiently.ts';
import type { Ask } from '../reads.ts';
import { Reads, toEvent } from '../reads.ts';
import type { LoadedThreads, Store, Transaction } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { asking, connectionOptions } from './connection.ts';
import { checkVersion } from './migrations.ts';
import { writeBatch } from './write-batch.ts';
import { takeAppendLock, Writer } from './writer.ts';

/**
 * The log on PostgreSQL. One connection appends, a small pool reads. What is known of a thread is made sure of inside every
 * transaction by its `seq`, so it stays right when others append as well.
 */
export async function openPostgresStore(options: {
  url: string;
  readOnly?: boolean;
  patienceMs?: number;
}): Promise<Store> {
  const { url, readOnly = false, patienceMs = 15_000 } = options;
  const pool = new pg.Pool({ ...connectionOptions(url), max: readerConnections });
  pool.on('error', () => {});
  const ask: Ask = (text, values) => patiently(patienceMs, () => asking(pool)(text, values));
  const writer = new Writer(url);
  try {
    if (readOnly) await checkVersion(asking(pool));
    else await writer.ask();
  } catch (error) {
    await pool.end();
    throw error;
  }
  const reads = new Reads(ask);
  return {
    begin: () => begin(writer, patienceMs),
    reads,
    patienceMs,
    keepsStates: !readOnly,
    close: async () => {
      await writer.reset();
      await pool.end();
    },
  };
}

const readerConnections = 4;

async function begin(writer: Writer, patienceMs: number): Promise<Transaction> {
  const ask = await writer.ask();
  const reads = new Reads(ask);
  const readHead = 'SELECT position, pg_current_xact_id()::text AS transaction_id FROM log_head';
  const [place] = await ask(`BEGIN; ${takeAppendLock}; ${readHead}`, []);
  return {
    ask,
    reads,
    head: async () => Number(place?.position),
    threads: (threadIds, known) => loadThreads(ask, threadIds, known),
    write: (batch) => writeBatch(ask, batch),
    commit: () => commit(writer, ask, String(place?.transaction_id), patienceMs),
    rollback: () =>
      ask('ROLLBACK', []).then(
        () => {},
        () => writer.reset(),
      ),
  };
}

/** A connection that is lost during the COMMIT leaves it open whether it took place; the server knows. */
async function commit(writer: Writer, ask: Ask, transactionId: string, patienceMs: number): Promise<void> {
  try {
    await ask('COMMIT', []);
  } catch (error) {
    if (!mayPass(error)) throw error;
    await writer.reset();
    const [row] = await patiently(patienceMs, async () =>
      (await writer.ask())('SELECT pg_xact_status(?::xid8) AS status', [transactionId]),
    );
    if (row?.status === 'committed') return;
    throw row?.status === 'aborted' ? error : new StoreError('unknown', unknownWords, error);
  }
}

const unknownWords =
  'The connection to the database was lost in the middle of a commit, and it is not known whether it took place. Look before you repeat it.';

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
    ON event.thread = (SELECT number FROM thread_number WHERE id = wanted.id) AND event.seq > wanted.seq ORDER BY event.seq`,
    [JSON.stringify(wanted)],
  );
  return Map.groupBy(rows.map(toEvent), ({ threadId }) => threadId);
}
