import type { Event } from '@retinue/protocol';
import { eventChecksum, recordChecksum } from '../checksum.ts';
import { packFields, typeNumber } from '../packing.ts';
import type { Table } from '../projector.ts';
import { beginningColumns } from '../projector.ts';
import type { Ask, Columns } from '../reads.ts';
import type { RecordRow } from '../record-rows.ts';
import type { Row } from '../rows.ts';
import type { Batch } from '../store.ts';

/** The rows of a transaction, nearly all in one statement, and all sent at once: a round trip costs more than a row. */
export async function writeBatch(ask: Ask, batch: Batch, commitId: string): Promise<void> {
  const { events, rows, taskStatuses, blobs, requests, records } = batch;
  const sent = blobs.map(({ hash, content }) => ask(insertBlob, [hash, content]));
  const opened = events.filter(({ seq }) => seq === 1);
  if (opened.length > 0) sent.push(ask(numberThreads, [JSON.stringify(opened.map(toNumbered))]));
  const last = events.at(-1);
  const filled = [...rows].filter(([, ofTable]) => ofTable.size > 0);
  const parts = filled.map(([table, ofTable]) => upsertOf(table, [...ofTable.values()]));
  if (last) parts.push({ text: insertEvents, json: JSON.stringify(events.map(toRow)) });
  if (parts.length > 0) {
    const puts = parts.map(({ text }) => text).join(',\n');
    const moveHead = last ? 'UPDATE log_head SET position = ?, commit_id = ?' : 'SELECT 1';
    const values = [...parts.map(({ json }) => json), ...(last ? [last.position, commitId] : [])];
    sent.push(ask(`WITH ${puts} ${moveHead}`, values));
  }
  if (taskStatuses.size > 0) {
    const statuses = [...taskStatuses].map(([id, status]) => ({ id, status }));
    sent.push(ask(updateStatuses, [JSON.stringify(statuses)]));
  }
  for (const { workspaceId, key, request, reply, at } of requests) {
    sent.push(ask(putRequest, [workspaceId, key, request, reply, at]));
  }
  for (const record of records) sent.push(writeRecord(ask, record));
  await Promise.all(sent);
}

function writeRecord(ask: Ask, { workspaceId, kind, id, version, data, updatedAt }: RecordRow): Promise<Columns[]> {
  if (data === null) return ask(removeRecord, [workspaceId, kind, id]);
  const checksum = recordChecksum({ workspaceId, kind, id, version, data, updatedAt });
  return ask(putRecord, [workspaceId, kind, id, version, data, updatedAt, checksum]);
}

function toNumbered({ threadId, workspaceId }: Event): Row {
  return { id: threadId, workspace_id: workspaceId };
}

function toRow({ position, rootId, threadId, seq, type, at, actor, commandId, data }: Event): Row {
  const number = typeNumber(type);
  const packed = packFields(type, data);
  const checksum = eventChecksum({ threadId, seq, type: number, at, actor, commandId, data: packed });
  const place = { position, root_id: rootId, thread_id: threadId, seq, type: number, at };
  return { ...place, actor: actor === 'engine' ? null : actor, command_id: commandId, data: packed, checksum };
}

function upsertOf(table: Table, rows: readonly Row[]): { text: string; json: string } {
  const columns = Object.keys(rows[0] ?? {});
  const updates = columns.filter((column) => column !== 'id').map((column) => updateOf(table, column));
  const text = `put_${table} AS (INSERT INTO ${table} (${columns.join(',')})
    SELECT ${columns.join(',')} FROM json_populate_recordset(NULL::${table}, ?)
    ON CONFLICT (id) DO UPDATE SET ${updates.join(',')})`;
  return { text, json: JSON.stringify(rows) };
}

function updateOf(table: Table, column: string): string {
  const value = `excluded.${column}`;
  return `${column} = ${beginningColumns.includes(column) ? `greatest(${value}, ${table}.${column})` : value}`;
}

const numberThreads = `INSERT INTO thread_number (id, workspace_id)
  SELECT id, workspace_id FROM json_populate_recordset(NULL::thread_number, ?)`;
const numberOf = (id: string) => `(SELECT number FROM thread_number WHERE thread_number.id = fresh.${id})`;
const insertEvents = `put_event AS (
  INSERT INTO log_event (position, root, thread, seq, type, at, actor, command_id, data, checksum)
  SELECT position, ${numberOf('root_id')}, ${numberOf('thread_id')}, seq, type, at, actor, command_id, data, checksum
  FROM json_to_recordset(?) AS fresh (position BIGINT, root_id TEXT, thread_id TEXT, seq BIGINT, type BIGINT, at BIGINT,
    actor TEXT, command_id TEXT, data TEXT, checksum BIGINT))`;
const insertBlob = 'INSERT INTO blob (hash, content) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING';
/** The array of ids makes the planner look tasks up by their key; `CASE` keeps it from an index of all tasks that are open. */
const updateStatuses = `WITH told AS MATERIALIZED (SELECT id, status FROM json_to_recordset(?) AS told (id TEXT, status TEXT))
  UPDATE task SET status = told.status FROM told
  WHERE task.id = ANY (ARRAY(SELECT id FROM told)) AND task.id = told.id AND task.status <> told.status
    AND CASE WHEN task.ended_at IS NULL THEN 1 ELSE 0 END = 1`;
const putRequest = `INSERT INTO request (workspace_id, key, request, reply, at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (workspace_id, key) DO UPDATE SET request = excluded.request, reply = excluded.reply, at = excluded.at`;
const putRecord = `INSERT INTO record (workspace_id, kind, id, version, data, updated_at, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (workspace_id, kind, id)
  DO UPDATE SET version = excluded.version, data = excluded.data, updated_at = excluded.updated_at,
    checksum = excluded.checksum`;
const removeRecord = 'DELETE FROM record WHERE workspace_id = ? AND kind = ? AND id = ?';
