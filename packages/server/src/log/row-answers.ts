import type { Event, QuestionId, TaskId, ThreadId, UsageRange, UsageReport, WorkspaceId } from '@retinue/protocol';
import type { ChatPage, ChatRow, QuestionRow, Stretch, TaskRow } from '../ports/event-log.ts';
import type { Reads } from './reads.ts';

/** What is answered straight from the rows, as they were committed. */
export abstract class RowAnswers {
  protected readonly reads: Reads;

  constructor(reads: Reads) {
    this.reads = reads;
  }

  async chats(workspaceId: WorkspaceId, page: ChatPage): Promise<ChatRow[]> {
    return this.reads.chats(workspaceId, page);
  }

  async chat(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ChatRow | null> {
    return this.reads.chat(workspaceId, threadId);
  }

  async chatsNamed(workspaceId: WorkspaceId, threadIds: readonly ThreadId[]): Promise<ChatRow[]> {
    return this.reads.chatsNamed(workspaceId, threadIds);
  }

  async readStretch(stretch: Stretch): Promise<Event[]> {
    return this.reads.readStretch(stretch);
  }

  async readAt(positions: readonly number[]): Promise<Event[]> {
    return this.reads.readAt(positions);
  }

  async head(): Promise<number> {
    return this.reads.head();
  }

  async chatsSince(workspaceId: WorkspaceId, after: number, limit: number): Promise<ThreadId[]> {
    return this.reads.chatsSince(workspaceId, after, limit);
  }

  async threadsNamed(workspaceId: WorkspaceId, beginning: string, limit: number): Promise<ThreadId[]> {
    return this.reads.threadsNamed(workspaceId, beginning, limit);
  }

  async stats(workspaceId: WorkspaceId, range: UsageRange): Promise<UsageReport> {
    return this.reads.stats(workspaceId, range);
  }

  async findTask(workspaceId: WorkspaceId, taskId: TaskId): Promise<TaskRow | null> {
    return this.reads.task(workspaceId, taskId);
  }

  async findQuestion(workspaceId: WorkspaceId, questionId: QuestionId): Promise<QuestionRow | null> {
    return this.reads.question(workspaceId, questionId);
  }

  async openQuestions(workspaceId: WorkspaceId): Promise<QuestionRow[]> {
    return this.reads.openQuestions(workspaceId);
  }

  async getBlob(hash: string): Promise<string | null> {
    return this.reads.blob(hash);
  }
}
