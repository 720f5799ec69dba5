import type { DatabaseSync } from 'node:sqlite';
import type { ThreadId, ThreadState } from '@retinue/protocol';
import { canWriteTo } from '../../files/write-probe.ts';
import { DamagedThreadError } from '../../ports/damage.ts';
import type { QueryWorker } from '../../ports/sql.ts';
import { foldStored } from '../damage/fold-stored.ts';
import { Reads } from '../reads.ts';
import type { LoadedThread, LoadedThreads, Store, Transaction } from '../store.ts';
import { asking, askingWorker } from './asking.ts';
import { noteLostEvents } from './lost-events.ts';
import { inWords, openForReading, openForWriting } from './open.ts';
import type { Prepare } from './preparing.ts';
import { preparing } from './preparing.ts';
import { writeBatch } from './write-batch.ts';

/**
 * One file, one writer. The transaction has a connection of its own; everybody else reads through a second one and so sees
 * only what is committed. Since nobody else writes, folded threads in memory are the truth about the file.
 */
export function openSqliteStore(options: {
  directory: string;
  readOnly?: boolean;
  now: number;
  queryWorker?: QueryWorker | null;
}): Store {
  const { directory, readOnly = false, now, queryWorker = null } = options;
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
    settle: async () => false,
    canWrite: () => canWriteTo(directory),
    reads,
    longAsk: queryWorker ? askingWorker(directory, queryWorker) : reads.ask,
    patienceMs: 0,
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
  const warning = inWords(directory, () => noteLostEvents(directory, database, now));
  return { database, prepare: preparing(database), warning, close };
}

function begin(directory: string, { database, prepare }: Writer): Transaction {
  prepare('BEGIN IMMEDIATE').run();
  const ask = asking(directory, prepare);
  const reads = new Reads(ask);
  return {
    ask,
    reads,
    isMoved: false,
    head: () => reads.head(),
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
  const loaded = new Map<ThreadId, LoadedThread>();
  for (const threadId of threadIds) loaded.set(threadId, known(threadId) ?? (await loadThread(reads, threadId)));
  return loaded;
}

async function loadThread(reads: Reads, threadId: ThreadId): Promise<LoadedThread> {
  try {
    return foldStored(threadId, null, await reads.eventsOf(threadId, 0));
  } catch (error) {
    if (error instanceof DamagedThreadError) return error;
    throw error;
  }
}
