import { dayMs, fold } from '@retinue/protocol';
import type { Columns } from '../../ports/log/sql.ts';
import { type Rebuilt, rebuild, type Table } from '../../read-models/projector.ts';
import { toEvent } from '../format/read-event.ts';
import { numberOfThread } from '../reads.ts';
import { plain, type Statement, type Steps } from './migration-steps.ts';

/** Rebuilds the rows of a chat from its events, for a migration; null where they can't be folded. */
export function* rebuildChat(rootId: string): Generator<Statement, Rebuilt | null, Columns[]> {
  const text = `SELECT * FROM event WHERE root = ${numberOfThread} ORDER BY position`;
  const stored = yield { text, values: [rootId] };
  try {
    const events = stored.map(toEvent);
    const byThread = Map.groupBy(events, ({ threadId }) => threadId);
    if ([...byThread.values()].some((ofThread) => ofThread.some(({ seq }, index) => seq !== index + 1))) return null;
    const states = new Map([...byThread].map(([threadId, ofThread]) => [threadId, fold(null, ofThread)]));
    return rebuild({ events, states });
  } catch {
    return null;
  }
}

export function insertRows(table: Table, rebuilt: Rebuilt): Statement[] {
  return [...rebuilt[table].values()].map((row) => {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    return { text: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`, values: Object.values(row) };
  });
}

/** Counts the tokens without a known price of all chats. Those that can't be folded keep 0. */
export function* fillUnpricedTokens(): Steps {
  const spent = 'input_tokens > 0 OR output_tokens > 0 OR estimated_tokens > 0';
  const chats = yield plain(`SELECT DISTINCT root_id FROM thread WHERE ${spent} ORDER BY root_id`);
  for (const { root_id: rootId } of chats) {
    const rebuilt = yield* rebuildChat(String(rootId));
    for (const table of ['thread', 'thread_day'] as const) {
      for (const [id, { unpriced_tokens: tokens = 0 }] of rebuilt?.[table] ?? []) {
        if (tokens !== 0) yield { text: `UPDATE ${table} SET unpriced_tokens = ? WHERE id = ?`, values: [tokens, id] };
      }
    }
  }
}

/** Fills the table of days from the events of the chats that lasted more than a day. */
export function* fillThreadDays(): Steps {
  const chats = yield plain(`SELECT chat.id FROM log_event JOIN thread_number AS chat ON chat.number = log_event.root
    GROUP BY chat.id HAVING min(log_event.at) / ${dayMs} <> max(log_event.at) / ${dayMs}`);
  for (const { id } of chats) {
    const rebuilt = yield* rebuildChat(String(id));
    if (rebuilt) yield* insertRows('thread_day', rebuilt);
  }
}
