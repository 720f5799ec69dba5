import type { ThreadId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { Ask } from './reads.ts';
import type { Store } from './store.ts';

/**
 * Everything of one chat goes, in one transaction, if it is still hidden then. Positions are never given again, and
 * requests with a key keep their answers, so that one which comes late has no second effect.
 */
export async function purgeChat(store: Store, rootId: ThreadId, hiddenBefore: number): Promise<boolean> {
  const transaction = await store.begin();
  try {
    const isDue = await stillHidden(transaction.ask, rootId, hiddenBefore);
    if (isDue) for (const text of removals) await transaction.ask(text, [rootId]);
    await transaction.commit();
    return isDue;
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

export async function readHidden(ask: Ask, hiddenBefore: number): Promise<ThreadId[]> {
  const text = 'SELECT id FROM thread WHERE hidden_at IS NOT NULL AND hidden_at < ? ORDER BY hidden_at, id';
  return (await ask(text, [hiddenBefore])).map(({ id }) => storedId.thread(id));
}

async function stillHidden(ask: Ask, rootId: ThreadId, hiddenBefore: number): Promise<boolean> {
  const text = 'SELECT id FROM thread WHERE id = ? AND hidden_at IS NOT NULL AND hidden_at < ?';
  return (await ask(text, [rootId, hiddenBefore])).length > 0;
}

/** The numbers go after the events and before the threads that name them. */
const removals = [
  `DELETE FROM blob WHERE hash IN (SELECT hash FROM blob_use AS own WHERE own.root_id = ? AND NOT EXISTS (
    SELECT 1 FROM blob_use AS other WHERE other.hash = own.hash AND other.root_id <> own.root_id))`,
  'DELETE FROM log_event WHERE root = (SELECT number FROM thread_number WHERE id = ?)',
  'DELETE FROM thread_number WHERE id IN (SELECT id FROM thread WHERE root_id = ?)',
  ...['blob_use', 'question', 'task', 'thread'].map((table) => `DELETE FROM ${table} WHERE root_id = ?`),
];
