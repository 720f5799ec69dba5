import type { ThreadId, WorkspaceId } from '@retinue/protocol';
import {
  type DamagedThread,
  DamagedThreadError,
  type StoredEvent,
  type StoredRange,
  type ThreadDamage,
} from '../../ports/log/damage.ts';
import type { StoredChat } from '../../ports/log/read-models.ts';
import type { Ask } from '../../ports/log/sql.ts';
import type { Clock } from '../../ports/runtime/clock.ts';
import type { LogStore } from '../store.ts';
import { markOf, readMarks, removeMark, writeMark } from './damage-marks.ts';

interface Surroundings {
  store: LogStore;
  clock: Clock;
  onProblem: (problem: unknown) => void;
  /** A transaction between the others, with exclusive use of the writer. */
  write<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result>;
  /** A thread that is damaged in the store must not continue from memory. */
  forget(threadId: ThreadId): void;
  onHidden(rootId: ThreadId, hiddenAt: number): void;
}

/** Detects damaged threads while others read them, records them, and keeps them from working. */
export class DamagedThreads implements ThreadDamage {
  readonly #around: Surroundings;
  /** Read once. There are few of them, or the store is lost anyway. */
  #marks: Promise<Map<ThreadId, DamagedThread>> | null = null;
  readonly #settled = new Set<ThreadId>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  #load(): Promise<Map<ThreadId, DamagedThread>> {
    this.#marks ??= readMarks(this.#around.store.reads.ask).then(
      (marks) => new Map(marks.map((mark) => [mark.threadId, { ...mark }])),
    );
    this.#marks.catch(() => {
      this.#marks = null;
    });
    return this.#marks;
  }

  /** Leaves out threads that may not work: their chat is damaged, or they are, and their parents know that. */
  async withoutStopped<Thread extends Pick<DamagedThread, 'threadId' | 'rootId'>>(
    threads: Thread[],
  ): Promise<Thread[]> {
    const marks = await this.#load();
    return threads.filter(({ threadId, rootId }) => !marks.has(rootId) && !this.#settled.has(threadId));
  }

  /** Reads a thread: a damaged one is marked, and a mark is removed once the thread can be read again. */
  async watch<Result>(threadId: ThreadId, read: () => Promise<Result>): Promise<Result> {
    try {
      const found = await read();
      if (found !== null && this.#marks && (await this.#marks).get(threadId)) await this.#unmark(threadId);
      return found;
    } catch (error) {
      if (error instanceof DamagedThreadError) await this.#mark(error).catch((problem) => this.#tell(problem));
      throw error;
    }
  }

  /** The same error, once its damage is being marked. */
  noticed(error: unknown): unknown {
    if (error instanceof DamagedThreadError) this.report(error);
    return error;
  }

  report(error: DamagedThreadError): void {
    this.#mark(error).catch((problem) => this.#tell(problem));
  }

  async markRows(rows: readonly StoredChat[]): Promise<StoredChat[]> {
    const marks = await this.#load();
    return rows.map((row) => {
      const mark = marks.get(row.threadId);
      return mark ? { ...row, damage: { seq: mark.seq, reason: mark.reason } } : row;
    });
  }

  async hide(workspaceId: WorkspaceId, rootId: ThreadId, hiddenAt: number | null): Promise<boolean> {
    if (!(await this.#load()).has(rootId)) return false;
    if (hiddenAt !== null) this.#around.onHidden(rootId, hiddenAt);
    return this.#around.write(async (ask) => {
      const where = 'id = ? AND workspace_id = ? AND parent_thread_id IS NULL';
      const rows = await ask(`SELECT id FROM thread WHERE ${where}`, [rootId, workspaceId]);
      const updates = 'hidden_at = ?, updated_at = coalesce(?, updated_at)';
      await ask(`UPDATE thread SET ${updates} WHERE ${where}`, [hiddenAt, hiddenAt, rootId, workspaceId]);
      return rows.length > 0;
    });
  }

  /** Damaged sub-agents in chats that can continue, whose parents may still wait for them. */
  async unsettled(): Promise<{ workspaceId: WorkspaceId; threadId: ThreadId }[]> {
    const found: { workspaceId: WorkspaceId; threadId: ThreadId }[] = [];
    const text = 'SELECT workspace_id AS "workspaceId" FROM thread WHERE id = ?';
    for (const { threadId } of await this.withoutStopped(await this.list())) {
      const [row] = await this.#around.store.reads.ask<{ workspaceId: WorkspaceId }>(text, [threadId]);
      if (row) found.push({ workspaceId: row.workspaceId, threadId });
      else this.#settled.add(threadId);
    }
    return found;
  }

  async list(): Promise<DamagedThread[]> {
    return [...(await this.#load()).values()];
  }

  async settle(threadId: ThreadId): Promise<void> {
    this.#settled.add(threadId);
  }

  readStored(range: StoredRange): Promise<StoredEvent[]> {
    return this.#around.store.reads.stored(range);
  }

  async forgetTree(rootId: ThreadId): Promise<void> {
    for (const mark of await this.list()) if (mark.rootId === rootId) await this.#forget(mark.threadId);
  }

  async #mark(error: DamagedThreadError): Promise<void> {
    const { store, clock, forget } = this.#around;
    const marks = await this.#load();
    if (marks.has(error.threadId)) return;
    const mark = await markOf(store.reads.ask, error);
    if (marks.has(error.threadId)) return;
    marks.set(mark.threadId, mark);
    forget(error.threadId);
    this.#tell(error);
    if (store.keepsStates) await this.#around.write((ask) => writeMark(ask, mark, clock.now()));
  }

  /** A listener that throws does not keep the damage from being handled. */
  #tell(problem: unknown): void {
    try {
      this.#around.onProblem(problem);
    } catch {
      // There is no one else to report it to.
    }
  }

  async #unmark(threadId: ThreadId): Promise<void> {
    await this.#forget(threadId);
    if (this.#around.store.keepsStates) await this.#around.write((ask) => removeMark(ask, threadId));
  }

  async #forget(threadId: ThreadId): Promise<void> {
    (await this.#load()).delete(threadId);
    this.#settled.delete(threadId);
  }
}
