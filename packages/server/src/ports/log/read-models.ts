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
  /** Pinned ones first, then the newest; never hidden ones. */
  chats(workspaceId: WorkspaceId, page: StoredChatPage): Promise<StoredChat[]>;
  chat(workspaceId: WorkspaceId, threadId: ThreadId): Promise<StoredChat | null>;
  /** Several at once; hidden or missing ones are left out. */
  chatsNamed(workspaceId: WorkspaceId, threadIds: readonly ThreadId[]): Promise<StoredChat[]>;
  /** The ids among these that are chats of this workspace and not hidden. */
  listedChats(workspaceId: WorkspaceId, threadIds: readonly ThreadId[]): Promise<ThreadId[]>;
  /** Chats with events after this position. */
  chatsSince(workspaceId: WorkspaceId, after: number, limit: number): Promise<ThreadId[]>;
  /** Threads whose id begins so, in order of their ids. */
  threadsNamed(workspaceId: WorkspaceId, beginning: string, limit: number): Promise<ThreadId[]>;
  stats(workspaceId: WorkspaceId, range: UsageRange): Promise<UsageReport>;
  findTask(workspaceId: WorkspaceId, taskId: TaskId): Promise<StoredTask | null>;
  findQuestion(workspaceId: WorkspaceId, questionId: QuestionId): Promise<QuestionRow | null>;
  openQuestions(workspaceId: WorkspaceId): Promise<QuestionRow[]>;
  /** Several at once, open or not; those of hidden chats are left out. */
  questionsNamed(workspaceId: WorkspaceId, questionIds: readonly QuestionId[]): Promise<QuestionRow[]>;
  /** The open questions of these chats; hidden ones have none. */
  openQuestionsIn(workspaceId: WorkspaceId, rootIds: readonly ThreadId[]): Promise<QuestionRow[]>;
}

export interface StoredChatPage {
  limit: number;
  offset?: number;
  /** The last chat of the previous page, as it was then: it may have moved since, or be gone. */
  before?: { isPinned: boolean; openedPosition: number; threadId: ThreadId } | null;
  /** A part of the title, in any case. */
  title?: string | null;
}

export interface StoredChat {
  threadId: ThreadId;
  title: string;
  isPinned: boolean;
  /** Unread notices. */
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
  /** Total of the whole tree. */
  usage: Usage;
  /** Part of it without a known price. */
  unpricedTokens: number;
  /** Set if the chat's own thread is unusable. */
  damage?: Pick<DamagedThread, 'seq' | 'reason'>;
}

export interface StoredTask {
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
  /** Position of the event that asked it. Questions are listed in this order. */
  askedPosition: number;
}
