import type {
  AgentId,
  CallId,
  QuestionId,
  TaskId,
  TaskStatus,
  ThreadId,
  ThreadStatus,
  Usage,
  UsageRange,
  UsageReport,
  WorkspaceId,
} from '@retinue/protocol';
import type { DamagedThread } from './damage.ts';

/** Answers from the rows that are written with the events, in the same transaction. */
export interface ReadModels {
  /** Pinned ones first, then the newest; never those that are hidden. */
  chats(workspaceId: WorkspaceId, page: ChatPage): Promise<ChatRow[]>;
  chat(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ChatRow | null>;
  /** Several at once; those that are hidden or not there are left out. */
  chatsNamed(workspaceId: WorkspaceId, threadIds: readonly ThreadId[]): Promise<ChatRow[]>;
  /** Those of these ids that are chats of this workspace and not hidden. */
  listedChats(workspaceId: WorkspaceId, threadIds: readonly ThreadId[]): Promise<ThreadId[]>;
  /** Chats in which something happened after this position. */
  chatsSince(workspaceId: WorkspaceId, after: number, limit: number): Promise<ThreadId[]>;
  /** Threads whose id begins so, in order of their ids. */
  threadsNamed(workspaceId: WorkspaceId, beginning: string, limit: number): Promise<ThreadId[]>;
  stats(workspaceId: WorkspaceId, range: UsageRange): Promise<UsageReport>;
  findTask(workspaceId: WorkspaceId, taskId: TaskId): Promise<TaskRow | null>;
  findQuestion(workspaceId: WorkspaceId, questionId: QuestionId): Promise<QuestionRow | null>;
  openQuestions(workspaceId: WorkspaceId): Promise<QuestionRow[]>;
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
