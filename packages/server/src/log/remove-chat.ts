import type { ThreadId } from '@retinue/protocol';
import type { Ask } from '../ports/log/sql.ts';
import type { Transaction } from './store.ts';

/**
 * Removes everything of one chat in this transaction, if it is still hidden then. Positions are never given again, and
 * requests with a key keep their replies, so that a late one has no second effect.
 */
export async function purgeChat({ ask }: Transaction, rootId: ThreadId, isDue: IsDue): Promise<boolean> {
  const isStillDue = (await readHidden(ask, rootId)).some(isDue);
  if (isStillDue) for (const text of removals) await ask(text, [rootId]);
  return isStillDue;
}

export interface HiddenChat {
  rootId: ThreadId;
  hiddenAt: number;
  /** The time of its last event: a chat that is hidden has no later one, and one that is being imported has those of its file. */
  updatedAt: number;
}

export type IsDue = (chat: HiddenChat) => boolean;

/** All hidden chats, or this one if it is hidden. */
export function readHidden(ask: Ask, rootId?: ThreadId): Promise<HiddenChat[]> {
  const isMeant = rootId === undefined ? 'hidden_at >= 0' : 'hidden_at IS NOT NULL AND id = ?';
  const text = `SELECT id AS "rootId", hidden_at AS "hiddenAt", updated_at AS "updatedAt" FROM thread
    WHERE ${isMeant} AND parent_thread_id IS NULL ORDER BY hidden_at, id`;
  return ask<HiddenChat>(text, rootId === undefined ? [] : [rootId]);
}

const ofChat = 'root = (SELECT number FROM thread_number WHERE id = ?)';

/** The numbers go after the events and before the threads that name them. */
const removals = [
  `DELETE FROM blob WHERE hash IN (SELECT hash FROM blob_use AS own WHERE own.root_id = ? AND NOT EXISTS (
    SELECT 1 FROM blob_use AS other WHERE other.hash = own.hash AND other.root_id <> own.root_id))`,
  `DELETE FROM log_event WHERE ${ofChat}`,
  'DELETE FROM thread_number WHERE id IN (SELECT id FROM thread WHERE root_id = ?)',
  ...['damage', 'blob_use', 'question', 'task', 'thread_day', 'thread'].map(
    (table) => `DELETE FROM ${table} WHERE root_id = ?`,
  ),
];

/**
 * Removes a part of a chat that was never shown, from its end, so that its removal is no long transaction. False if
 * nothing is left.
 */
export async function trimStaged({ ask }: Transaction, rootId: ThreadId): Promise<boolean> {
  const lastEvents = `SELECT position FROM log_event WHERE ${ofChat} ORDER BY position DESC LIMIT ${trimmedAtOnce}`;
  const first = (await ask<{ position: number }>(lastEvents, [rootId])).at(-1);
  if (first) {
    await ask(`DELETE FROM log_event WHERE ${ofChat} AND position >= ?`, [rootId, first.position]);
    return true;
  }
  const uses = 'SELECT id, hash FROM blob_use WHERE root_id = ? LIMIT 1';
  const [use] = await ask<{ id: string; hash: string }>(uses, [rootId]);
  if (!use) return false;
  await ask('DELETE FROM blob_use WHERE id = ?', [use.id]);
  const unused = 'hash = ? AND NOT EXISTS (SELECT 1 FROM blob_use WHERE blob_use.hash = blob.hash)';
  await ask(`DELETE FROM blob WHERE ${unused}`, [use.hash]);
  return true;
}

const trimmedAtOnce = 100;
