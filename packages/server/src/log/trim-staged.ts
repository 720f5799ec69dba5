import type { ThreadId } from '@retinue/protocol';
import type { Transaction } from './store.ts';

/** Removes some of a chat that was never shown, from its end, so that its removal is no long transaction. False if nothing is left. */
export async function trimStaged({ ask }: Transaction, rootId: ThreadId): Promise<boolean> {
  const ofChat = 'root = (SELECT number FROM thread_number WHERE id = ?)';
  const events = await ask(`SELECT position FROM log_event WHERE ${ofChat} ORDER BY position DESC LIMIT ${atOnce}`, [
    rootId,
  ]);
  const last = events.at(-1);
  if (last) {
    await ask(`DELETE FROM log_event WHERE ${ofChat} AND position >= ?`, [rootId, Number(last.position)]);
    return true;
  }
  const [use] = await ask('SELECT id, hash FROM blob_use WHERE root_id = ? LIMIT 1', [rootId]);
  if (!use) return false;
  await ask('DELETE FROM blob_use WHERE id = ?', [String(use.id)]);
  const unused = 'hash = ? AND NOT EXISTS (SELECT 1 FROM blob_use WHERE blob_use.hash = blob.hash)';
  await ask(`DELETE FROM blob WHERE ${unused}`, [String(use.hash)]);
  return true;
}

const atOnce = 100;
