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

/** Fills the table of days from the events of the chats that lasted more than a day. */
export function* fillThreadDays(): Steps {
  const chats = yield plain(`SELECT chat.id FROM log_event JOIN thread_number AS chat ON chat.number = log_event.root
    GROUP BY chat.id HAVING min(log_event.at) / ${dayMs} <> max(log_event.at) / ${dayMs}`);
  for (const { id } of chats) {
    const rebuilt = yield* rebuildChat(String(id));
    if (rebuilt) yield* insertRows('thread_day', rebuilt);
  }
}
