import type { DatabaseSync } from 'node:sqlite';
import type { ThreadId, ThreadState } from '@retinue/protocol';
import { fold } from '@retinue/protocol';
import { Reads } from '../reads.ts';
import type { LoadedThreads, Store, Transaction } from '../store.ts';
import { requestKeptMs } from '../store.ts';
import { asking } from './asking.ts';
import { inWords, openForReading, openForWriting } from './open.ts';
import type { Prepare } from './preparing.ts';
import { preparing } from './preparing.ts';
import { writeBatch } from './write-batch.ts';

/**
 * One file, one writer. The transaction has a connection of its own; everybody else reads through a second one and so sees
 * only what is committed. Since nobody else writes, folded threads in memory are the truth about the file.
 */
export function openSqliteStore(options: { directory: string; readOnly?: boolean; now: number }): Store {
  const { directory, readOnly = false, now } = options;
  using opened = new DisposableStack();
  const writer = readOnly ? null : openWriter(directory, now);
  if (writer) opened.defer(() => writer.close());
  const reader = openForReading(directory);
  opened.defer(() => reader.close());
  const reads = new Reads(asking(directory, preparing(reader.database)));
  const kept = opened.move();
  return {
    begin: async () => {
      if (!writer) throw new Error('this store was opened for reading');
      return inWords(directory, () => begin(directory, writer));
    },
    reads,
    patienceMs: 0,
    keepsStates: !readOnly,
    close: async () => kept.dispose(),
  };
}

interface Writer {
  database: DatabaseSync;
  prepare: Prepare;
  close(): void;
}

function openWriter(directory: string, now: number): Writer {
  const { database, close } = openForWriting(directory);
  const prepare = preparing(database);
  inWords(directory, () => prepare('DELETE FROM request WHERE at < ?').run(now - requestKeptMs));
  return { database, prepare, close };
}

function begin(directory: string, { database, prepare }: Writer): Transaction {
  prepare('BEGIN IMMEDIATE').run();
  const ask = asking(directory, prepare);
  const reads = new Reads(ask);
  return {
    ask,
    reads,
    head: async () => Number((await ask("SELECT seq FROM sqlite_sequence WHERE name = 'log_event'", []))[0]?.seq ?? 0),
    threads: (threadIds, known) => loadThreads(reads, threadIds, known),
    write: async (batch) => inWords(directory, () => writeBatch(prepare, batch)),
    commit: async () => inWords(directory, () => void prepare('COMMIT').run()),
    rollback: async () => {
      // When the disk is full SQLite has undone the transaction by itself.
      if (database.isTransaction) database.exec('ROLLBACK');
    },
  };
}

async function loadThreads(
  reads: Reads,
  threadIds: readonly ThreadId[],
  known: (threadId: ThreadId) => ThreadState | null,
): Promise<LoadedThreads> {
  const loaded = new Map<ThreadId, ThreadState | null>();
  for (const threadId of threadIds) {
    loaded.set(threadId, known(threadId) ?? fold(null, await reads.eventsOf(threadId, 0)));
  }
  return loaded;
}
