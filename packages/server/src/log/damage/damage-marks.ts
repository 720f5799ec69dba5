import type { DamageReason, ThreadId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { DamagedThread, DamagedThreadError } from '../../ports/damage.ts';
import type { Ask } from '../../ports/sql.ts';

/**
 * The damaged threads of a store. Kept in a table of their own, so that a restart does not have to find them again, and in
 * memory, so that nobody has to ask the table. There are few of them, or the store is lost anyway.
 */
export class DamageMarks {
  readonly #marks = new Map<ThreadId, DamagedThread>();
  readonly #roots = new Map<ThreadId, DamagedThread>();
  readonly #settled = new Set<ThreadId>();

  /** Of a store that an earlier version made there is no table yet, and nothing is marked. */
  static async load(ask: Ask): Promise<DamageMarks> {
    const marks = new DamageMarks();
    for (const { thread_id, root_id, seq, reason } of await ask('SELECT * FROM damage', [])) {
      marks.put({
        threadId: storedId.thread(thread_id),
        rootId: storedId.thread(root_id),
        seq: seq === null ? null : Number(seq),
        reason: reason as DamageReason,
      });
    }
    return marks;
  }

  get(threadId: ThreadId): DamagedThread | null {
    return this.#marks.get(threadId) ?? null;
  }

  list(): DamagedThread[] {
    return [...this.#marks.values()];
  }

  /** Whether a thread may not work: its chat is damaged, or it is itself, and its parent knows that. */
  stops({ threadId, rootId }: { threadId: ThreadId; rootId: ThreadId }): boolean {
    return this.#roots.has(rootId) || this.#settled.has(threadId);
  }

  settle(threadId: ThreadId): void {
    this.#settled.add(threadId);
  }

  put(mark: DamagedThread): void {
    this.#marks.set(mark.threadId, mark);
    if (mark.threadId === mark.rootId) this.#roots.set(mark.rootId, mark);
  }

  remove(threadId: ThreadId): void {
    this.#marks.delete(threadId);
    this.#roots.delete(threadId);
    this.#settled.delete(threadId);
  }

  removeTree(rootId: ThreadId): void {
    for (const mark of this.list()) if (mark.rootId === rootId) this.remove(mark.threadId);
  }
}

export async function writeMark(ask: Ask, mark: DamagedThread, at: number): Promise<void> {
  const { threadId, rootId, seq, reason } = mark;
  await ask('DELETE FROM damage WHERE thread_id = ?', [threadId]);
  await ask('INSERT INTO damage (thread_id, root_id, seq, reason, found_at) VALUES (?, ?, ?, ?, ?)', [
    ...[threadId, rootId, seq, reason, at],
  ]);
}

export async function removeMark(ask: Ask, threadId: ThreadId): Promise<void> {
  await ask('DELETE FROM damage WHERE thread_id = ?', [threadId]);
}

/** The chat that a damaged thread belongs to, by its row: its events may not say. */
export async function markOf(ask: Ask, { threadId, seq, reason }: DamagedThreadError): Promise<DamagedThread> {
  const [row] = await ask('SELECT root_id FROM thread WHERE id = ?', [threadId]);
  return { threadId, rootId: row ? storedId.thread(row.root_id) : threadId, seq, reason };
}
