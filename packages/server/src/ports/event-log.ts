import type {
  Actor,
  AgentId,
  CallId,
  CommandId,
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

/*
 * The log is the truth. An append is all or nothing over any number of threads; after its promise resolves it survives
 * a crash of the process and of the machine. What depends on it (states, subscribers, wakes) moves only after the commit.
 */
export interface EventLog {
  /** Facts whose guards are checked inside the transaction. */
  append(header: Header, entries: readonly Entry[]): Promise<AppendResult>;

  /**
   * Facts that depend on more than a guard can say: the decision is called inside the transaction and sees the threads as
   * they are at that moment. It must be pure: it may be called again. `threads` are those it is about, to be loaded at once.
   */
  decide(header: Header, threads: readonly ThreadId[], decision: Decision): Promise<AppendResult>;

  /**
   * A whole tree from elsewhere, as one append. Its events keep their numbers, times and actors; the log gives them
   * positions and the header's workspace. Refused when the store holds any of its threads, tasks or questions.
   */
  importTree(header: Header, events: readonly Event[]): Promise<AppendResult>;

  thread(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ThreadState | null>;
  /** A chat's whole tree, folded. Threads that are kept in memory are not read again. */
  tree(workspaceId: WorkspaceId, rootId: ThreadId): Promise<TreeState | null>;
  /** Events in the order of their positions, of a workspace, of a chat's tree or of one thread. */
  read(range: Range): Promise<Event[]>;
  /** Events of every workspace in a stretch of positions, for whatever follows the log. */
  readStretch(stretch: Stretch): Promise<Event[]>;
  /** Those of these positions that are still there, in order. */
  readAt(positions: readonly number[]): Promise<Event[]>;
  /** The last position that was committed. */
  head(): Promise<number>;
  /** Called after each commit with what it holds, in order of position. */
  subscribe(listener: (commit: Commit) => void): Disposable;
  /** Threads that owe work and are due. */
  owing(now: number): Promise<Wake[]>;

  /** Pinned ones first, then the newest; never those that are hidden. */
  chats(workspaceId: WorkspaceId, page: ChatPage): Promise<ChatRow[]>;
  chat(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ChatRow | null>;
  /** Several at once; those that are hidden or not there are left out. */
  chatsNamed(workspaceId: WorkspaceId, threadIds: readonly ThreadId[]): Promise<ChatRow[]>;
  /** Chats in which something happened after this position. */
  chatsSince(workspaceId: WorkspaceId, after: number, limit: number): Promise<ThreadId[]>;
  /** Threads whose id begins so, in order of their ids. */
  threadsNamed(workspaceId: WorkspaceId, beginning: string, limit: number): Promise<ThreadId[]>;
  stats(workspaceId: WorkspaceId, range: UsageRange): Promise<UsageReport>;
  findTask(workspaceId: WorkspaceId, taskId: TaskId): Promise<TaskRow | null>;
  findQuestion(workspaceId: WorkspaceId, questionId: QuestionId): Promise<QuestionRow | null>;
  openQuestions(workspaceId: WorkspaceId): Promise<QuestionRow[]>;

  /**
   * Removes for good every chat that was hidden before this moment, one transaction each: events, rows, and the blobs that
   * no other chat names. Nothing can be appended to its threads afterwards. Returns the chats.
   */
  purge(hiddenBefore: number): Promise<ThreadId[]>;

  getBlob(hash: string): Promise<string | null>;
  close(): Promise<void>;
}

/** Every place in the product that appends has a label of its own: logs speak of it, and a failpoint can name it. */
export const appendLabels = [
  'open-chat',
  'receive-message',
  'answer-question',
  'answer-approval',
  'renew-approval',
  'ask-parent',
  'consult-parent',
  'cancel',
  'retry-task',
  'background-task',
  'mark-read',
  'rename-chat',
  'pin-chat',
  'delete-chat',
  'restore-chat',
  'rewind-chat',
  'start-step',
  'end-step',
  'cut-step',
  'start-calls',
  'end-call',
  'record-late',
  'recover',
  'end-thread',
] as const;
/** An import and a change of a record are no part of a chat's life, so no failpoint names them. */
export type AppendLabel = (typeof appendLabels)[number] | 'import-tree' | 'change-record';

export interface Header {
  label: AppendLabel;
  workspaceId: WorkspaceId;
  actor: Actor;
  commandId: CommandId | null;
  /** With it, the same request twice has one effect and one answer. The answer is asked for after the decision. */
  once?: { key: string; request: string; reply: () => string };
  /** What the facts refer to by hash. */
  blobs?: readonly Blob[];
}

/** A large result, kept beside the log under its hash. */
export interface Blob {
  hash: string;
  content: string;
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

export interface View {
  now: number;
  thread(threadId: ThreadId): ThreadState | null;
  /** Every thread at or below this one that is not finished. */
  unfinishedBelow(threadId: ThreadId): readonly ThreadState[];
  /** How many tasks a chat's turn has opened, in the whole tree. */
  tasksOfTurn(rootId: ThreadId, turn: number): number;
}

export type AppendResult = Appended | { refusal: Refusal };
export interface Appended {
  refusal: null;
  events: Event[];
  /** The reply of the first request, when this one repeated it and changed nothing. */
  repeated: string | null;
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
  /** The last chat of the page before this one. */
  before?: { openedAt: number; threadId: ThreadId } | null;
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
  tasks: number;
  openTasks: number;
  openQuestions: number;
  /** Of the whole tree. */
  usage: Usage;
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
}

/** Where a log is kept: in a directory with a SQLite file, or in a PostgreSQL database. */
export type StorePlace = { kind: 'sqlite'; directory: string } | { kind: 'postgres'; url: string };
