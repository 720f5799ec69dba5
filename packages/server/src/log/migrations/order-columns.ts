/*
 * A migration of both stores: chats and questions get the position in the log at which they began. Lists are in that order,
 * since the time of day may be set back between two of them. `integer` is the database's type for a position. Events of type
 * 13 ask a question.
 */
export function orderColumns(integer: 'INTEGER' | 'BIGINT'): string {
  const numberOf = (id: string) => `(SELECT number FROM thread_number WHERE thread_number.id = ${id})`;
  return `
  ALTER TABLE thread ADD COLUMN opened_position ${integer} NOT NULL DEFAULT 0;
  ALTER TABLE question ADD COLUMN asked_position ${integer} NOT NULL DEFAULT 0;
  UPDATE thread SET opened_position = coalesce((SELECT position FROM log_event
    WHERE log_event.thread = ${numberOf('thread.id')} AND log_event.seq = 1), 0);
  UPDATE question SET asked_position = coalesce((SELECT max(position) FROM log_event
    WHERE log_event.thread = ${numberOf('question.thread_id')} AND log_event.type = 13
    AND log_event.data LIKE '%"' || question.id || '"%'), 0);
  DROP INDEX chat_by_time;
  CREATE INDEX chat_by_position ON thread (workspace_id, is_pinned, opened_position, id)
    WHERE parent_thread_id IS NULL AND hidden_at IS NULL;
  DROP INDEX question_open;
  CREATE INDEX question_open ON question (workspace_id, asked_position) WHERE status = 'open';
  `;
}
