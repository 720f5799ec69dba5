import type { Event, QuestionId, TaskId, ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import type { Blob, ChatRow, QuestionRow, Range, Stats, TaskRow, Wake } from '../ports/event-log.ts';
import type { Table } from './projector.ts';
import type { Ask } from './reads.ts';
import type { Row } from './rows.ts';

/** What a database must be able to do for the log. Everything that decides what is written stands above it, once. */
export interface Store {
  /** Nobody else writes from here to the commit or the rollback. */
  begin(): Promise<Transaction>;
  /** Committed events only, also while a transaction is open. */
  eventsOf(threadId: ThreadId, afterSeq: number): Promise<Event[]>;
  /** The threads of a chat, and the last position among their events. */
  threadsOf(workspaceId: WorkspaceId, rootId: ThreadId): Promise<{ threadIds: ThreadId[]; position: number }>;
  read(range: Range): Promise<Event[]>;
  owing(now: number): Promise<Wake[]>;
  chats(workspaceId: WorkspaceId, page: { limit: number; offset: number }): Promise<ChatRow[]>;
  threadsNamed(workspaceId: WorkspaceId, beginning: string, limit: number): Promise<ThreadId[]>;
  stats(workspaceId: WorkspaceId): Promise<Stats>;
  task(workspaceId: WorkspaceId, taskId: TaskId): Promise<TaskRow | null>;
  question(workspaceId: WorkspaceId, questionId: QuestionId): Promise<QuestionRow | null>;
  openQuestions(workspaceId: WorkspaceId): Promise<QuestionRow[]>;
  blob(hash: string): Promise<string | null>;
  /** For how long to try again while the database can't be reached; 0 where it is always there. */
  readonly patienceMs: number;
  /** Whether folded threads may be kept: not beside another writer that moves on without telling. */
  readonly keepsStates: boolean;
  close(): Promise<void>;
}

export interface Transaction {
  /** Asks for rows as this transaction sees them. */
  readonly ask: Ask;
  /** The last position that was given. */
  head(): Promise<number>;
  /** These threads as they are. What is known of them is handed in; a store that has other writers makes sure of it. */
  threads(threadIds: readonly ThreadId[], known: (threadId: ThreadId) => ThreadState | null): Promise<LoadedThreads>;
  unfinishedBelow(threadId: ThreadId): Promise<ThreadId[]>;
  tasksOfTurn(rootId: ThreadId, turn: number): Promise<number>;
  request(workspaceId: WorkspaceId, key: string, since: number): Promise<KeptRequest | null>;
  write(batch: Batch): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export type LoadedThreads = ReadonlyMap<ThreadId, ThreadState | null>;

export interface KeptRequest {
  request: string;
  reply: string;
}

/** Rows to write, each once. */
export interface Batch {
  events: readonly Event[];
  rows: ReadonlyMap<Table, ReadonlyMap<string, Row>>;
  /** Of tasks that are still open, as their children say. */
  taskStatuses: ReadonlyMap<string, string>;
  blobs: readonly Blob[];
  requests: readonly (KeptRequest & { workspaceId: WorkspaceId; key: string; at: number })[];
}

/** How long the answer to a request with a key is kept. */
export const requestKeptMs = 24 * 60 * 60_000;
