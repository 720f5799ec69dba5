import type { ThreadId } from '@retinue/protocol';
import type { DamagedThread, DamagedThreadError } from '../../ports/log/damage.ts';
import type { Ask } from '../../ports/log/sql.ts';

/*
 * Damaged threads of a store have their own table, so that a restart does not have to find them again.
 */
export function readMarks(ask: Ask): Promise<DamagedThread[]> {
  return ask('SELECT thread_id AS "threadId", root_id AS "rootId", seq, reason FROM damage', []);
}

export async function writeMark(ask: Ask, mark: DamagedThread, at: number): Promise<void> {
  const { threadId, rootId, seq, reason } = mark;
  await removeMark(ask, threadId);
  await ask('INSERT INTO damage (thread_id, root_id, seq, reason, found_at) VALUES (?, ?, ?, ?, ?)', [
    ...[threadId, rootId, seq, reason, at],
  ]);
}

export async function removeMark(ask: Ask, threadId: ThreadId): Promise<void> {
  await ask('DELETE FROM damage WHERE thread_id = ?', [threadId]);
}

/** The chat of a damaged thread, by its row: its events may not name it. */
export async function markOf(ask: Ask, { threadId, seq, reason }: DamagedThreadError): Promise<DamagedThread> {
  const [row] = await ask<{ root_id: ThreadId }>('SELECT root_id FROM thread WHERE id = ?', [threadId]);
  return { threadId, rootId: row?.root_id ?? threadId, seq, reason };
}
