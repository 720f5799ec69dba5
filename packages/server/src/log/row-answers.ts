import type { Event, QuestionId, TaskId, ThreadId, UsageRange, UsageReport, WorkspaceId } from '@retinue/protocol';
import type { StoredEvent } from '../ports/damage.ts';
import type { ChatPage, ChatRow, DamagedThread, QuestionRow, Stretch, TaskRow, TreeRange } from '../ports/event-log.ts';
import type { DamagedThreads } from './damaged-threads.ts';
import type { Reads } from './reads.ts';

/** What is answered straight from the rows, as they were committed. */
export abstract class RowAnswers {
  protected readonly reads: Reads;
  protected abstract readonly damaged: DamagedThreads;
  readonly #longReads: Reads;

  constructor({ reads, longReads }: { reads: Reads; longReads: Reads }) {
    this.reads = reads;
    this.#longReads = longReads;
  }

  async chats(workspaceId: WorkspaceId, page: ChatPage): Promise<ChatRow[]> {
    // A part of a title is looked for in every chat.
    const reads = page.title ? this.#longReads : this.reads;
    return this.damaged.show(await reads.chats(workspaceId, page));
  }

  async chat(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ChatRow | null> {
    const row = await this.reads.chat(workspaceId, threadId);
    return row && ((await this.damaged.show([row]))[0] ?? null);
  }

  async chatsNamed(workspaceId: WorkspaceId, threadIds: readonly ThreadId[]): Promise<ChatRow[]> {
    return this.damaged.show(await this.reads.chatsNamed(workspaceId, threadIds));
  }

  async readStretch(stretch: Stretch): Promise<Event[]> {
    return this.reads.readStretch(stretch);
  }

  async positionsOf(range: TreeRange): Promise<number[]> {
    return this.reads.positionsOf(range);
  }

  async listedChats(workspaceId: WorkspaceId, threadIds: readonly ThreadId[]): Promise<ThreadId[]> {
    return this.reads.listedChats(workspaceId, threadIds);
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

  async isWhole(after: number, upTo: number): Promise<boolean> {
    return this.reads.isWhole(after, upTo);
  }

  async threadsNamed(workspaceId: WorkspaceId, beginning: string, limit: number): Promise<ThreadId[]> {
    return this.reads.threadsNamed(workspaceId, beginning, limit);
  }

  async stats(workspaceId: WorkspaceId, range: UsageRange): Promise<UsageReport> {
    return this.#longReads.stats(workspaceId, range);
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

  async damagedThreads(): Promise<DamagedThread[]> {
    return (await this.damaged.marks()).list();
  }

  unsettledDamage(): Promise<{ workspaceId: WorkspaceId; threadId: ThreadId }[]> {
    return this.damaged.unsettled();
  }

  async settleDamaged(threadId: ThreadId): Promise<void> {
    (await this.damaged.marks()).settle(threadId);
  }

  hideDamaged(workspaceId: WorkspaceId, rootId: ThreadId, hiddenAt: number | null): Promise<boolean> {
    return this.damaged.hide(workspaceId, rootId, hiddenAt);
  }

  async readStored(workspaceId: WorkspaceId, rootId: ThreadId): Promise<StoredEvent[]> {
    return this.reads.stored(workspaceId, rootId);
  }

  async getBlob(hash: string): Promise<string | null> {
    return this.reads.blob(hash);
  }
}
