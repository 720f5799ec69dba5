import type { DatabaseSync } from 'node:sqlite';
import { canWriteTo } from '../../files/write-probe.ts';
import type { Columns, QueryWorker } from '../../ports/log/sql.ts';
import { Reads } from '../reads.ts';
import type { LogStore, Transaction } from '../store.ts';
import { type Prepare, sqliteAsk, sqliteReads, statementCache, workerAsk } from './connection.ts';
import { noteLostEvents } from './lost-events.ts';
import { openForReading, openForWriting } from './open.ts';
import { withStoreErrors } from './problems.ts';
import { writeSqliteBatch } from './write-batch.ts';

/**
 * One file, one writer. The transaction has its own connection; reads use a second one and so see only committed data.
 * Since there is no other writer, folded threads in memory match the file.
 */
export function openSqliteStore(options: {
  directory: string;
  readOnly?: boolean;
  now: number;
  queryWorker?: QueryWorker | null;
}): LogStore {
  const { directory, readOnly = false, now, queryWorker = null } = options;
  using opened = new DisposableStack();
  const writer = readOnly ? null : openWriter(directory, now);
  if (writer) opened.defer(() => writer.close());
  const reader = openForReading(directory);
  opened.defer(() => reader.close());
  const ask = sqliteAsk(directory, statementCache(reader.database));
  const longAsk = queryWorker ? workerAsk(directory, queryWorker) : ask;
  const reads = new Reads(ask, { ...sqliteReads, longAsk });
  const kept = opened.move();
  return {
    kind: 'sqlite',
    begin: async () => {
      if (!writer) throw new Error('this store was opened for reading');
      return withStoreErrors(directory, () => begin(directory, writer));
    },
    settle: async () => 'absent',
    canWrite: () => canWriteTo(directory),
    reads,
    longAsk,
    maxRetryMs: 0,
    keepsStates: !readOnly,
    warning: writer?.warning ?? null,
    close: async () => kept.dispose(),
  };
}

interface Writer {
  database: DatabaseSync;
  prepare: Prepare;
  warning: string | null;
  close(): void;
}

function openWriter(directory: string, now: number): Writer {
  const { database, close } = openForWriting(directory);
  const warning = withStoreErrors(directory, () => noteLostEvents(directory, database, now));
  return { database, prepare: statementCache(database), warning, close };
}

function begin(directory: string, { database, prepare }: Writer): Transaction {
  prepare('BEGIN IMMEDIATE').run();
  const ask = sqliteAsk(directory, prepare);
  const reads = new Reads(ask, sqliteReads);
  return {
    ask,
    reads,
    isMoved: false,
    head: () => reads.head(),
    storedEvents: async (threadIds) => {
      let rows: Columns[] = [];
      for (const threadId of threadIds) rows = rows.concat(await reads.storedEvents(threadId));
      return rows;
    },
    write: async (batch) => withStoreErrors(directory, () => writeSqliteBatch(prepare, batch)),
    commit: async () => withStoreErrors(directory, () => void prepare('COMMIT').run()),
    rollback: async () => {
      // When the disk is full SQLite has undone the transaction by itself.
      if (database.isTransaction) database.exec('ROLLBACK');
    },
  };
}
