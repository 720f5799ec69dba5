import type { Ask } from '../../ports/log/sql.ts';
import type { Table } from '../../read-models/projector.ts';
import type { Row } from '../../read-models/rows.ts';
import { eventColumns, eventRow, onConflict, otherStatements } from '../batch-rows.ts';
import type { Batch } from '../store.ts';

/** The rows of a transaction, nearly all in one statement, and all sent at once: a round trip costs more than a row. */
export async function writePostgresBatch(ask: Ask, batch: Batch, commitIds: string): Promise<void> {
  const { events, rows, taskStatuses } = batch;
  const sent: Promise<unknown>[] = [];
  const opened = events.filter(({ seq }) => seq === 1);
  if (opened.length > 0) {
    const numbered = opened.map(({ threadId, workspaceId }) => ({ id: threadId, workspace_id: workspaceId }));
    sent.push(ask(numberThreads, [JSON.stringify(numbered)]));
  }
  const last = events.at(-1);
  const filled = [...rows].filter(([, ofTable]) => ofTable.size > 0);
  const parts = filled.map(([table, ofTable]) => upsertOf(table, [...ofTable.values()]));
  if (last) parts.push({ text: insertEvents, json: JSON.stringify(events.map(eventRow)) });
  if (parts.length > 0) {
    const puts = parts.map(({ text }) => text).join(',\n');
    const moveHead = last ? 'UPDATE log_head SET position = ?, commit_id = ?' : 'SELECT 1';
    const values = [...parts.map(({ json }) => json), ...(last ? [last.position, commitIds] : [])];
    sent.push(ask(`WITH ${puts} ${moveHead}`, values));
  }
  if (taskStatuses.size > 0) {
    const statuses = [...taskStatuses].map(([id, status]) => ({ id, status }));
    sent.push(ask(updateStatuses, [JSON.stringify(statuses)]));
  }
  for (const { text, values } of otherStatements(batch)) sent.push(ask(text, values));
  await Promise.all(sent);
}

function upsertOf(table: Table, rows: readonly Row[]): { text: string; json: string } {
  const columns = Object.keys(rows[0] ?? {});
  const text = `put_${table} AS (INSERT INTO ${table} (${columns.join(',')})
    SELECT ${columns.join(',')} FROM json_populate_recordset(NULL::${table}, ?)
    ${onConflict(table, columns, 'greatest')})`;
  return { text, json: JSON.stringify(rows) };
}

const numberThreads = `INSERT INTO thread_number (id, workspace_id)
  SELECT id, workspace_id FROM json_populate_recordset(NULL::thread_number, ?)`;
const numberOf = (id: string) => `(SELECT number FROM thread_number WHERE thread_number.id = fresh.${id})`;
const insertEvents = `put_event AS (
  INSERT INTO log_event (${eventColumns})
  SELECT position, ${numberOf('root_id')}, ${numberOf('thread_id')}, seq, type, at, actor, command_id, data, checksum
  FROM json_to_recordset(?) AS fresh (position BIGINT, root_id TEXT, thread_id TEXT, seq BIGINT, type BIGINT, at BIGINT,
    actor TEXT, command_id TEXT, data TEXT, checksum BIGINT))`;
/** The array of ids makes the planner look tasks up by their key; `CASE` keeps it from an index of all tasks that are open. */
const updateStatuses = `WITH told AS MATERIALIZED (SELECT id, status FROM json_to_recordset(?) AS told (id TEXT, status TEXT))
  UPDATE task SET status = told.status FROM told
  WHERE task.id = ANY (ARRAY(SELECT id FROM told)) AND task.id = told.id AND task.status <> told.status
    AND CASE WHEN task.ended_at IS NULL THEN 1 ELSE 0 END = 1`;
