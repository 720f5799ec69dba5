import type { Event, ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import type { DamagedThreadError } from '../ports/damage.ts';
import type { Blob } from '../ports/event-log.ts';
import type { Ask } from '../ports/sql.ts';
import type { Table } from '../read-models/projector.ts';
import type { Row } from '../read-models/rows.ts';
import type { KeptRequest, Reads } from './reads.ts';
import type { RecordRow } from './records/record-rows.ts';

/** What a database must be able to do for the log. Everything that decides what is written stands above it, once. */
export interface Store {
  /** Nobody else writes from here to the commit or the rollback. */
  begin(): Promise<Transaction>;
  /** Whether the commit that was last told as `unknown` took place. Throws as long as that can't be learned. */
  settle(): Promise<boolean>;
  /** Whether it takes a write at the moment. Throws if it can't be reached. */
  canWrite(): Promise<boolean>;
  /** Asks for what is committed, also while a transaction is open. */
  readonly reads: Reads;
  /** The same, for queries that take long by their nature: they hold up nobody else. */
  readonly longAsk: Ask;
  /** For how long to try again while the database can't be reached; 0 where it is always there. */
  readonly patienceMs: number;
  /** Whether folded threads may be kept: not beside another writer that moves on without telling. */
  readonly keepsStates: boolean;
  /** What the owner must be told about the store when it is opened. */
  readonly warning: string | null;
  close(): Promise<void>;
}

export interface Transaction {
  /** Both see what this transaction has written. */
  readonly ask: Ask;
  readonly reads: Reads;
  /** Whether the log stands elsewhere than this process left it: then nothing that it knows of threads holds. */
  readonly isMoved: boolean;
  /** The last position that was given. */
  head(): Promise<number>;
  /** These threads as they are. What is known of them is handed in and holds. */
  threads(threadIds: readonly ThreadId[], known: (threadId: ThreadId) => ThreadState | null): Promise<LoadedThreads>;
  write(batch: Batch): Promise<void>;
  /** Throws an error of the code `unknown` when it was sent and its answer was lost. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** A thread that can't be used stands there with the reason, so that nobody else suffers from it. */
export type LoadedThreads = ReadonlyMap<ThreadId, LoadedThread>;
export type LoadedThread = ThreadState | DamagedThreadError | null;

/** Rows to write, each once. */
export interface Batch {
  events: readonly Event[];
  rows: ReadonlyMap<Table, ReadonlyMap<string, Row>>;
  /** Of tasks that are still open, as their children say. */
  taskStatuses: ReadonlyMap<string, string>;
  blobs: readonly Blob[];
  requests: readonly (KeptRequest & { workspaceId: WorkspaceId; key: string; at: number })[];
  records: readonly RecordRow[];
}

/** How long the answer to a request with a key is kept. */
export const requestKeptMs = 24 * 60 * 60_000;
