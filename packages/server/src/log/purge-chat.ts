import type { ThreadId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { Ask } from '../ports/sql.ts';
import type { Transaction } from './store.ts';

/**
 * Everything of one chat goes, in this transaction, if it is still hidden then. Positions are never given again, and
 * requests with a key keep their answers, so that one which comes late has no second effect.
 */
export async function purgeChat({ ask }: Transaction, rootId: ThreadId, isDue: IsDue): Promise<boolean> {
  const isStillDue = (await readHidden(ask, rootId)).some(isDue);
  if (isStillDue) for (const text of removals) await ask(text, [rootId]);
  return isStillDue;
}

export interface HiddenChat {
  rootId: ThreadId;
  hiddenAt: number;
  /** Of its last event: a chat that is hidden has no later one, and one that is being imported has times of its file. */
  updatedAt: number;
}

export type IsDue = (chat: HiddenChat) => boolean;

/** All hidden chats, or this one if it is hidden. */
export async function readHidden(ask: Ask, rootId?: ThreadId): Promise<HiddenChat[]> {
  const isMeant = rootId === undefined ? 'hidden_at >= 0' : 'hidden_at IS NOT NULL AND id = ?';
  const text = `SELECT id, hidden_at, updated_at FROM thread WHERE ${isMeant} AND parent_thread_id IS NULL ORDER BY hidden_at, id`;
  const rows = await ask(text, rootId === undefined ? [] : [rootId]);
  return rows.map((row) => ({
    rootId: storedId.thread(row.id),
    hiddenAt: Number(row.hidden_at),
    updatedAt: Number(row.updated_at),
  }));
}

/** The numbers go after the events and before the threads that name them. */
const removals = [
  `DELETE FROM blob WHERE hash IN (SELECT hash FROM blob_use AS own WHERE own.root_id = ? AND NOT EXISTS (
    SELECT 1 FROM blob_use AS other WHERE other.hash = own.hash AND other.root_id <> own.root_id))`,
  'DELETE FROM log_event WHERE root = (SELECT number FROM thread_number WHERE id = ?)',
  'DELETE FROM thread_number WHERE id IN (SELECT id FROM thread WHERE root_id = ?)',
  ...['damage', 'blob_use', 'question', 'task', 'thread_day', 'thread'].map(
    (table) => `DELETE FROM ${table} WHERE root_id = ?`,
  ),
];
