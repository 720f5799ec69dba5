import type {
  Actor,
  CallId,
  CommandId,
  Fact,
  LogEvent,
  Refusal,
  ThreadId,
  ThreadState,
  TreeState,
  WorkspaceId,
} from '@retinue/protocol';
import type { AppendLabel } from './append-labels.ts';
import type { RecordKind } from './record-shapes.ts';
import type { StoredRecord } from './records.ts';

/*
 * The log is authoritative. An append is all or nothing over any number of threads; after its promise resolves it
 * survives a crash of the process and of the machine. Dependents (states, subscribers, wakes) move only after the
 * commit.
 */
export interface EventLog {
  /** Facts whose guards are checked inside the transaction. */
  append(header: Header, entries: readonly Entry[]): Promise<AppendResult<null>>;

  /**
   * Facts that depend on more than a guard can say. The decision runs inside the transaction and sees the current
   * threads. It must be pure, since it may run again. `threads` are loaded in advance.
   */
  decide(header: Header, threads: readonly ThreadId[], decision: Decision): Promise<AppendResult<null>>;

  /** Like `decide`, with a reply for the caller: the one that was decided with the committed entries. */
  decideWithReply<Reply>(
    header: Header,
    threads: readonly ThreadId[],
    decision: ReplyingDecision<Reply>,
  ): Promise<AppendResult<Reply>>;

  thread(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ThreadState | null>;
  /** A chat's whole tree, folded. Cached threads are not read again. */
  tree(workspaceId: WorkspaceId, rootId: ThreadId): Promise<TreeState | null>;
  /** Events in the order of their positions, of a workspace, of a chat's tree or of one thread. */
  read(range: Range): Promise<LogEvent[]>;
  /** Called after each commit with what it holds, in order of position. */
  subscribe(listener: (commit: Commit) => void): Disposable;
  /** Threads that owe work: all of them, or those that are due by this time. */
  owing(dueBy?: number): Promise<Wake[]>;
}

export interface Header {
  label: AppendLabel;
  workspaceId: WorkspaceId;
  actor: Actor;
  commandId: CommandId | null;
  /** With it, the same request twice has one effect and one reply, which is kept as JSON. */
  idempotency?: { key: string; request: string };
  /** Large results that the facts name by hash. */
  blobs?: readonly StoredBlob[];
}

/** A large result, stored beside the log under its hash. */
export interface StoredBlob {
  hash: string;
  content: string;
}

export interface Entry {
  threadId: ThreadId;
  guard: Guard;
  facts: readonly Fact[];
}

/**
 * - `new`: the thread starts with this entry;
 * - `exists`: for facts that must never be refused because of another event;
 * - `epoch`: the fence of a thread's own worker;
 * - `callOpen`: the first end of a call wins.
 */
export type Guard = 'new' | 'exists' | { epoch: number } | { callOpen: CallId };

export type Decision = (view: View) => readonly Entry[] | Refusal;
export type ReplyingDecision<Reply> = (view: View) => Decided<Reply> | Refusal;

export interface Decided<Reply> {
  entries: readonly Entry[];
  reply: Reply;
}

export interface View {
  now: number;
  /** Time for which a thread has been working since its step or call started; 0 for an idle one. */
  workedMs(thread: ThreadState): number;
  thread(threadId: ThreadId): ThreadState | null;
  /** Every thread at or below this one that is not finished. */
  unfinishedBelow(threadId: ThreadId): readonly ThreadState[];
  /** Number of tasks that a chat's turn has opened, in the whole tree. */
  tasksOfTurn(rootId: ThreadId, turn: number): number;
  /** A record as it is in this transaction: with every change before this append. */
  record(workspaceId: WorkspaceId, kind: RecordKind, id: string): StoredRecord | null;
}

export type RecordView = Pick<View, 'record'>;

export type AppendResult<Reply = unknown> = Appended<Reply> | Refusal;
export interface Appended<Reply = unknown> {
  events: LogEvent[];
  reply: Reply;
  /** The reply is that of an earlier request with the same key; this one changed nothing. */
  isRepeated: boolean;
}

export interface Commit {
  events: readonly LogEvent[];
  wakes: readonly Wake[];
  /** The store is behind events that were reported before: they are lost, after this position. */
  lostAfter?: number;
}

/** A hint that a thread owes work. Losing one costs time, never work: `owing` finds it again. */
export interface Wake {
  workspaceId: WorkspaceId;
  threadId: ThreadId;
  rootId: ThreadId;
  dueAt: number | null;
  /**
   * The wait when its time was set. Both came from one reading of the clock, so it stays right when the clock is set.
   */
  waitMs: number | null;
  /** Number of children of its tree that may run at once; null for a root, which always may. */
  childrenAtOnce: number | null;
}

export interface Range {
  workspaceId: WorkspaceId;
  rootId?: ThreadId;
  threadId?: ThreadId;
  after: number;
  limit: number;
}

/** The place of a log: a directory with a SQLite file, or a PostgreSQL database. */
export type StorePlace = { kind: 'sqlite'; directory: string } | { kind: 'postgres'; url: string };
