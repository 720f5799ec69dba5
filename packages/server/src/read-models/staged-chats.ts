/**
 * Chats that are being imported: hidden until a time that lies after everything in them. A deleted chat is hidden since its
 * last event, or later if it is damaged. Few chats are hidden, and an index has them.
 */
export const stagedChats = `SELECT id FROM thread WHERE hidden_at IS NOT NULL AND hidden_at > updated_at
  AND parent_thread_id IS NULL AND id NOT IN (SELECT thread_id FROM damage)`;
