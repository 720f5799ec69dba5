import type { ThreadId, WorkspaceId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { Clock } from '../../ports/clock.ts';
import type { DamagedThread, StoredEvent, ThreadDamage } from '../../ports/damage.ts';
import { DamagedThreadError } from '../../ports/damage.ts';
import type { ChatRow } from '../../ports/read-models.ts';
import type { Ask } from '../../ports/sql.ts';
import type { Store } from '../store.ts';
import { DamageMarks, markOf, removeMark, writeMark } from './damage-marks.ts';

interface Surroundings {
  store: Store;
  clock: Clock;
  onProblem: (problem: unknown) => void;
  /** A transaction between the others, with the writer to itself. */
  write<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result>;
  /** A thread that is damaged in the store must not go on from memory. */
  forget(threadId: ThreadId): void;
  onHidden(rootId: ThreadId, hiddenAt: number): void;
}

/** Finds out which threads are damaged while others read them, remembers it, and keeps them from working. */
export class DamagedThreads implements ThreadDamage {
  readonly #around: Surroundings;
  #marks: Promise<DamageMarks> | null = null;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  marks(): Promise<DamageMarks> {
    this.#marks ??= DamageMarks.load(this.#around.store.reads.ask);
    this.#marks.catch(() => {
      this.#marks = null;
    });
    return this.#marks;
  }

  /** Reads a thread: what is found damaged is marked, and what can be read again is not any more. */
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

  /** The same error, once a damage that it tells of is on its way to be marked. */
  noticed(error: unknown): unknown {
    if (error instanceof DamagedThreadError) this.report(error);
    return error;
  }

  report(error: DamagedThreadError): void {
    this.#mark(error).catch((problem) => this.#tell(problem));
  }

  async markRows(rows: readonly ChatRow[]): Promise<ChatRow[]> {
    const marks = await this.marks();
    return rows.map((row) => {
      const mark = marks.get(row.threadId);
      return mark ? { ...row, damage: { seq: mark.seq, reason: mark.reason } } : row;
    });
  }

  async hide(workspaceId: WorkspaceId, rootId: ThreadId, hiddenAt: number | null): Promise<boolean> {
    const marks = await this.marks();
    if (!marks.get(rootId)) return false;
    if (hiddenAt !== null) this.#around.onHidden(rootId, hiddenAt);
    return this.#around.write(async (ask) => {
      const where = 'id = ? AND workspace_id = ? AND parent_thread_id IS NULL';
      const rows = await ask(`SELECT id FROM thread WHERE ${where}`, [rootId, workspaceId]);
      const updates = 'hidden_at = ?, updated_at = coalesce(?, updated_at)';
      await ask(`UPDATE thread SET ${updates} WHERE ${where}`, [hiddenAt, hiddenAt, rootId, workspaceId]);
      return rows.length > 0;
    });
  }

  /** Damaged sub-agents in chats that can go on, whose parents may still wait for them. */
  async unsettled(): Promise<{ workspaceId: WorkspaceId; threadId: ThreadId }[]> {
    const marks = await this.marks();
    const found: { workspaceId: WorkspaceId; threadId: ThreadId }[] = [];
    for (const mark of marks.list()) {
      const { threadId, rootId } = mark;
      if (threadId === rootId || marks.stops(mark)) continue;
      const [row] = await this.#around.store.reads.ask('SELECT workspace_id FROM thread WHERE id = ?', [threadId]);
      if (row) found.push({ workspaceId: storedId.workspace(row.workspace_id), threadId });
      else marks.settle(threadId);
    }
    return found;
  }

  async list(): Promise<DamagedThread[]> {
    return (await this.marks()).list();
  }

  async settle(threadId: ThreadId): Promise<void> {
    (await this.marks()).settle(threadId);
  }

  readStored(workspaceId: WorkspaceId, rootId: ThreadId): Promise<StoredEvent[]> {
    return this.#around.store.reads.stored(workspaceId, rootId);
  }

  async forgetTree(rootId: ThreadId): Promise<void> {
    (await this.marks()).removeTree(rootId);
  }

  async #mark(error: DamagedThreadError): Promise<void> {
    const { store, clock, forget } = this.#around;
    const marks = await this.marks();
    if (marks.get(error.threadId)) return;
    const mark: DamagedThread = await markOf(store.reads.ask, error);
    if (marks.get(error.threadId)) return;
    marks.put(mark);
    forget(error.threadId);
    this.#tell(error);
    if (store.keepsStates) await this.#around.write((ask) => writeMark(ask, mark, clock.now()));
  }

  /** Whoever is told may throw; the damage is handled all the same. */
  #tell(problem: unknown): void {
    try {
      this.#around.onProblem(problem);
    } catch {
      // Nobody else is left to be told.
    }
  }

  async #unmark(threadId: ThreadId): Promise<void> {
    (await this.marks()).remove(threadId);
    if (this.#around.store.keepsStates) await this.#around.write((ask) => removeMark(ask, threadId));
  }
}
