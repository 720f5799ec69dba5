import type {
  Actor,
  AgentId,
  CallId,
  CommandId,
  DamageReason,
  Event,
  EventType,
  Fact,
  QuestionId,
  Refusal,
  TaskId,
  TaskStatus,
  ThreadId,
  ThreadState,
  ThreadStatus,
  TreeState,
  Usage,
  UsageRange,
  UsageReport,
  WorkspaceId,
} from '@retinue/protocol';
import type { AppendLabel } from './append-labels.ts';
import type { StoredEvent } from './damage.ts';
import type { RecordKind, StoredRecord } from './records.ts';

/*
 * The log is the truth. An append is all or nothing over any number of threads; after its promise resolves it survives
 * a crash of the process and of the machine. What depends on it (states, subscribers, wakes) moves only after the commit.
 */
export interface EventLog {
  /** Facts whose guards are checked inside the transaction. */
  append(header: Header, entries: readonly Entry[]): Promise<AppendResult<null>>;

  /**
   * Facts that depend on more than a guard can say: the decision is called inside the transaction and sees the threads as
   * they are at that moment. It must be pure: it may be called again. `threads` are those it is about, to be loaded at once.
   */
  decide(header: Header, threads: readonly ThreadId[], decision: Decision): Promise<AppendResult<null>>;

  /** The same, with a reply for the caller: that of the call whose entries were committed. */
  decideWithReply<Reply>(
    header: Header,
    threads: readonly ThreadId[],
    decision: ReplyingDecision<Reply>,
  ): Promise<AppendResult<Reply>>;

  /**
   * Writes a part of a chat that is being imported. Its first event hides the chat; nobody is told of any part but the
   * last, which shows it. The events keep their numbers and times; the log gives them positions.
   */
  stage<Reply>(header: Header, part: StagedPart, reply: Reply): Promise<AppendResult<Reply>>;
  /** Removes a chat whose import failed, at once. */
  discardStaged(rootId: ThreadId): Promise<void>;

  thread(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ThreadState | null>;
  /** A chat's whole tree, folded. Threads that are kept in memory are not read again. */
  tree(workspaceId: WorkspaceId, rootId: ThreadId): Promise<TreeState | null>;
  /** Events in the order of their positions, of a workspace, of a chat's tree or of one thread. */
  read(range: Range): Promise<Event[]>;
  /** Events of every workspace in a stretch of positions, for whatever follows the log. */
  readStretch(stretch: Stretch): Promise<Event[]>;
  /** Positions of the events of one chat's tree, in order. Reads an index only. */
  positionsOf(range: TreeRange): Promise<number[]>;
  /** Those of these positions that are still there, in order. */
  readAt(positions: readonly number[]): Promise<Event[]>;
  /** The last position that was committed. */
  head(): Promise<number>;
  /** Called after each commit with what it holds, in order of position. */
  subscribe(listener: (commit: Commit) => void): Disposable;
  /** Threads that owe work: all of them, or those that are due by this time. */
  owing(dueBy?: number): Promise<Wake[]>;

  /** Pinned ones first, then the newest; never those that are hidden. */
  chats(workspaceId: WorkspaceId, page: ChatPage): Promise<ChatRow[]>;
  chat(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ChatRow | null>;
  /** Several at once; those that are hidden or not there are left out. */
  chatsNamed(workspaceId: WorkspaceId, threadIds: readonly ThreadId[]): Promise<ChatRow[]>;
  /** Those of these ids that are chats of this workspace and not hidden. */
  listedChats(workspaceId: WorkspaceId, threadIds: readonly ThreadId[]): Promise<ThreadId[]>;
  /** Chats in which something happened after this position. */
  chatsSince(workspaceId: WorkspaceId, after: number, limit: number): Promise<ThreadId[]>;
  /** Whether every event after one position and up to another is still there: a purge removes those of its chat. */
  isWhole(after: number, upTo: number): Promise<boolean>;
  /** Threads whose id begins so, in order of their ids. */
  threadsNamed(workspaceId: WorkspaceId, beginning: string, limit: number): Promise<ThreadId[]>;
  stats(workspaceId: WorkspaceId, range: UsageRange): Promise<UsageReport>;
  findTask(workspaceId: WorkspaceId, taskId: TaskId): Promise<TaskRow | null>;
  findQuestion(workspaceId: WorkspaceId, questionId: QuestionId): Promise<QuestionRow | null>;
  openQuestions(workspaceId: WorkspaceId): Promise<QuestionRow[]>;

  /**
   * Removes for good every chat that has been hidden for this long, one transaction each: events, rows, and the blobs that
   * no other chat names. Nothing can be appended to its threads afterwards. Returns the chats.
   */
  purge(hiddenForMs: number): Promise<ThreadId[]>;
  /** Removes the answers to requests with a key that are too old to be given again, some at a time. */
  sweepRequests(): Promise<void>;

  /** Every thread that was found damaged and was not readable since. */
  damagedThreads(): Promise<DamagedThread[]>;
  /** Damaged sub-agents whose parents may not have been told yet. */
  unsettledDamage(): Promise<{ workspaceId: WorkspaceId; threadId: ThreadId }[]>;
  /** A damaged sub-agent whose parent was told is not asked to work again. */
  settleDamaged(threadId: ThreadId): Promise<void>;
  /**
   * Deletes a chat that takes no more events, or restores it with null: its row alone says so. False if it is not there, or
   * can be read and so must be told in the log.
   */
  hideDamaged(workspaceId: WorkspaceId, rootId: ThreadId, hiddenAt: number | null): Promise<boolean>;
  /** What the store holds of a chat, unread: the only way to save a damaged one. */
  readStored(workspaceId: WorkspaceId, rootId: ThreadId): Promise<StoredEvent[]>;

  getBlob(hash: string): Promise<string | null>;
  /** Whether the store takes a write at the moment. Throws if it can't be reached. */
  canWrite(): Promise<boolean>;
  close(): Promise<void>;
}

/** A thread that can't be used as it is stored. It takes no step; its chat can be exported and deleted. */
export interface DamagedThread {
  threadId: ThreadId;
  rootId: ThreadId;
  /** The place of the event that is to blame, where it is one. */
  seq: number | null;
  reason: DamageReason;
}

export interface Header {
  label: AppendLabel;
  workspaceId: WorkspaceId;
  actor: Actor;
  commandId: CommandId | null;
  /** With it, the same request twice has one effect and one reply, which is kept as JSON. */
  once?: { key: string; request: string };
  /** What the facts refer to by hash. */
  blobs?: readonly Blob[];
}

/** A large result, kept beside the log under its hash. */
export interface Blob {
  hash: string;
  content: string;
}

export interface StagedPart {
  events: readonly Event[];
  /** Every thread of the chat after these events, with as much of each as its rows need. */
  states: ReadonlyMap<ThreadId, ThreadState>;
  isLast: boolean;
}

export interface Entry {
  threadId: ThreadId;
  guard: Guard;
  facts: readonly Fact[];
}

/**
 * - `new`: the thread begins with this entry;
 * - `exists`: for what must never be refused because something else happened;
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
  /** How long a thread has been at work since its step or call began; 0 for one that is not. */
  workedMs(thread: ThreadState): number;
  thread(threadId: ThreadId): ThreadState | null;
  /** Every thread at or below this one that is not finished. */
  unfinishedBelow(threadId: ThreadId): readonly ThreadState[];
  /** How many tasks a chat's turn has opened, in the whole tree. */
  tasksOfTurn(rootId: ThreadId, turn: number): number;
  /** A record as it is in this transaction: with every change that came before this append. */
  record(workspaceId: WorkspaceId, kind: RecordKind, id: string): StoredRecord | null;
}

export type RecordView = Pick<View, 'record'>;

export type AppendResult<Reply = unknown> = Appended<Reply> | { refusal: Refusal };
export interface Appended<Reply = unknown> {
  refusal: null;
  events: Event[];
  reply: Reply;
  /** The reply is that of an earlier request with the same key; this one changed nothing. */
  isRepeated: boolean;
}

export interface Commit {
  events: readonly Event[];
  wakes: readonly Wake[];
}

/** A hint that a thread owes work. Losing one costs time, never work: `owing` finds it again. */
export interface Wake {
  workspaceId: WorkspaceId;
  threadId: ThreadId;
  rootId: ThreadId;
  dueAt: number | null;
  /** How long it was to wait when its time was set. Both came from one reading of the clock, so it holds when that is set. */
  waitMs: number | null;
  /** How many children of its tree may be at work at once; null for a root, which always may. */
  childrenAtOnce: number | null;
}

export interface Range {
  workspaceId: WorkspaceId;
  rootId?: ThreadId;
  threadId?: ThreadId;
  after: number;
  limit: number;
}

export interface TreeRange {
  rootId: ThreadId;
  after: number;
  upTo: number;
  limit: number;
}

export interface Stretch {
  after: number;
  upTo: number;
  types: readonly EventType[];
  /** Of one workspace only. */
  workspaceId?: WorkspaceId;
  limit: number;
}

export interface ChatPage {
  limit: number;
  offset?: number;
  /** The last chat of the page before this one, as it was then: it may have changed its place since, or be gone. */
  before?: { isPinned: boolean; openedPosition: number; threadId: ThreadId } | null;
  /** A part of the title, in whichever case. */
  title?: string | null;
}

export interface ChatRow {
  threadId: ThreadId;
  title: string;
  isPinned: boolean;
  /** Notices that nobody has looked at yet. */
  unread: number;
  status: ThreadStatus;
  agentId: AgentId;
  agentName: string;
  openedAt: number;
  updatedAt: number;
  openedPosition: number;
  position: number;
  tasks: number;
  openTasks: number;
  openQuestions: number;
  /** Of the whole tree. */
  usage: Usage;
  /** Set where the chat's own thread can't be used. */
  damage?: Pick<DamagedThread, 'seq' | 'reason'>;
}

export interface TaskRow {
  taskId: TaskId;
  rootId: ThreadId;
  parentThreadId: ThreadId;
  childThreadId: ThreadId;
  callId: CallId;
  status: TaskStatus;
}

export interface QuestionRow {
  questionId: QuestionId;
  rootId: ThreadId;
  threadId: ThreadId;
  callId: CallId;
  step: number;
  kind: 'answer' | 'approval';
  text: string;
  options: string[];
  status: 'open' | 'answered' | 'withdrawn';
  answer: string | null;
  askedAt: number;
  /** Of the event that asked it. Questions are listed in this order. */
  askedPosition: number;
}

/** Where a log is kept: in a directory with a SQLite file, or in a PostgreSQL database. */
export type StorePlace = { kind: 'sqlite'; directory: string } | { kind: 'postgres'; url: string };
