import type { Event, ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import type { Blob } from '../ports/event-log.ts';
import type { Table } from './projector.ts';
import type { Ask, KeptRequest, Reads } from './reads.ts';
import type { RecordRow } from './record-rows.ts';
import type { Row } from './rows.ts';

/** What a database must be able to do for the log. Everything that decides what is written stands above it, once. */
export interface Store {
  /** Nobody else writes from here to the commit or the rollback. */
  begin(): Promise<Transaction>;
  /** Asks for what is committed, also while a transaction is open. */
  readonly reads: Reads;
  /** For how long to try again while the database can't be reached; 0 where it is always there. */
  readonly patienceMs: number;
  /** Whether folded threads may be kept: not beside another writer that moves on without telling. */
  readonly keepsStates: boolean;
  close(): Promise<void>;
}

export interface Transaction {
  /** Both see what this transaction has written. */
  readonly ask: Ask;
  readonly reads: Reads;
  /** The last position that was given. */
  head(): Promise<number>;
  /** These threads as they are. What is known of them is handed in; a store that has other writers makes sure of it. */
  threads(threadIds: readonly ThreadId[], known: (threadId: ThreadId) => ThreadState | null): Promise<LoadedThreads>;
  write(batch: Batch): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export type LoadedThreads = ReadonlyMap<ThreadId, ThreadState | null>;

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
