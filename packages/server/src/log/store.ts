import type { LogEvent, ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import type { DamagedThreadError } from '../ports/log/damage.ts';
import type { StoredBlob, StorePlace } from '../ports/log/event-log.ts';
import type { Ask, Columns } from '../ports/log/sql.ts';
import type { Table } from '../read-models/projector.ts';
import type { Row } from '../read-models/rows.ts';
import type { KeptRequest, Reads } from './reads.ts';
import type { RecordRow } from './records/record-rows.ts';

/** A database as the log uses it. The code that decides on writes is above it, once for all databases. */
export interface LogStore {
  readonly kind: StorePlace['kind'];
  /** Keeps every other writer out until the commit or the rollback. */
  begin(): Promise<Transaction>;
  /** The outcome of the last commit whose reply was lost. Throws as long as the database can't be asked. */
  settle(): Promise<CommitOutcome>;
  /** Whether it takes a write now. Throws if it can't be reached. */
  canWrite(): Promise<boolean>;
  /** Reads committed data, also while a transaction is open. */
  readonly reads: Reads;
  /** The same, for long queries: they block no other query. */
  readonly longAsk: Ask;
  /** Time for retries while the database can't be reached; 0 if it is always available. */
  readonly maxRetryMs: number;
  /** Whether folded threads may be cached: not beside another writer that sends no notice. */
  readonly keepsStates: boolean;
  /** A message for the owner about the store, when it is opened. */
  readonly warning: string | null;
  close(): Promise<void>;
}

/** `unknown` if the database has no trace of this process left, as after commits of many others. */
export type CommitOutcome = 'stored' | 'absent' | 'unknown';

export interface Transaction {
  /** Both see what this transaction has written. */
  readonly ask: Ask;
  readonly reads: Reads;
  /** Whether another process moved the log: then its cached threads are invalid. */
  readonly isMoved: boolean;
  /** The last given position. */
  head(): Promise<number>;
  /** Rows of all events of these threads, in order for each thread. */
  storedEvents(threadIds: readonly ThreadId[]): Promise<Columns[]>;
  write(batch: Batch): Promise<void>;
  /** Throws an error of the code `unknown` when it was sent and its reply was lost. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** The error stands for an unusable thread, so that no other thread is affected. */
export type ThreadOrDamage = ThreadState | DamagedThreadError | null;

/** Rows to write, each once. */
export interface Batch {
  events: readonly LogEvent[];
  rows: ReadonlyMap<Table, ReadonlyMap<string, Row>>;
  /** Statuses of open tasks, derived from their children. */
  taskStatuses: ReadonlyMap<string, string>;
  blobs: readonly StoredBlob[];
  requests: readonly (KeptRequest & { workspaceId: WorkspaceId; key: string; at: number })[];
  records: readonly RecordRow[];
}

/** Time for which the reply to a request with a key is kept. */
export const requestKeptMs = 24 * 60 * 60_000;
