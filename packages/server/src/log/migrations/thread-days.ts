import { dayMs } from '@retinue/protocol';
import type { Steps } from './migration-steps.ts';
import { plain } from './migration-steps.ts';
import { insertRows, rebuildChat } from './rebuild-chat.ts';

const counts = ['steps', 'worked_ms', 'input_tokens', 'output_tokens', 'estimated_tokens', 'cost_micros'];

/**
 * A migration of both stores: what a thread spent on other days than the one on which it was opened, a row for each such
 * day. `id` and `integer` are the database's types.
 */
export function threadDayTable(id: string, integer: 'INTEGER' | 'BIGINT'): string {
  return `
  CREATE TABLE thread_day (
    id ${id} PRIMARY KEY,
    workspace_id ${id} NOT NULL,
    root_id ${id} NOT NULL,
    thread_id ${id} NOT NULL,
    day_at ${integer} NOT NULL,
    ${counts.map((count) => `${count} ${integer} NOT NULL`).join(',\n    ')}
  );
  CREATE INDEX thread_day_by_root ON thread_day (root_id);
  CREATE INDEX thread_day_by_thread ON thread_day (thread_id);
  CREATE INDEX thread_day_by_day ON thread_day (workspace_id, day_at);
  `;
}

/** Fills the table from the events of the chats that lasted more than a day. */
export function* fillThreadDays(): Steps {
  const chats = yield plain(`SELECT chat.id FROM log_event JOIN thread_number AS chat ON chat.number = log_event.root
    GROUP BY chat.id HAVING min(log_event.at) / ${dayMs} <> max(log_event.at) / ${dayMs}`);
  for (const { id } of chats) {
    const rebuilt = yield* rebuildChat(String(id));
    if (rebuilt) yield* insertRows('thread_day', rebuilt);
  }
}
