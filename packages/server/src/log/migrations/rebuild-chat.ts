import { fold } from '@retinue/protocol';
import type { Columns } from '../../ports/sql.ts';
import type { Table } from '../../read-models/projector.ts';
import type { Rebuilt } from '../../read-models/rebuild.ts';
import { rebuild } from '../../read-models/rebuild.ts';
import { toEvent } from '../format/read-event.ts';
import { numberOfThread } from '../reads.ts';
import type { Statement } from './migration-steps.ts';

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
