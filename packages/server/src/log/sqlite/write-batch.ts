import type { Event } from '@retinue/protocol';
import type { Table } from '../../read-models/projector.ts';
import { beginningColumns } from '../../read-models/projector.ts';
import type { Row } from '../../read-models/rows.ts';
import { eventChecksum, recordChecksum } from '../format/checksum.ts';
import { packFields, typeNumber } from '../format/packing.ts';
import type { Batch } from '../store.ts';
import type { Prepare } from './preparing.ts';

/** The rows of a transaction, by prepared statements: this is the hot path. */
export function writeBatch(prepare: Prepare, { events, rows, taskStatuses, blobs, requests, records }: Batch): void {
  for (const { hash, content } of blobs) prepare(insertBlob).run(hash, content);
  for (const event of events) writeEvent(prepare, event);
  for (const [table, ofTable] of rows) writeRows(prepare, table, [...ofTable.values()]);
  for (const [taskId, status] of taskStatuses) prepare(updateStatus).run(status, taskId);
  for (const { workspaceId, key, request, reply, at } of requests) {
    prepare(putRequest).run(workspaceId, key, request, reply, at);
  }
  for (const { workspaceId, kind, id, version, data, updatedAt } of records) {
    if (data === null) prepare(removeRecord).run(workspaceId, kind, id);
    else {
      const checksum = recordChecksum({ workspaceId, kind, id, version, data, updatedAt });
      prepare(putRecord).run(workspaceId, kind, id, version, data, updatedAt, checksum);
    }
  }
}

function writeEvent(prepare: Prepare, event: Event): void {
  const { position, workspaceId, rootId, threadId, seq, type, at, actor, commandId, data } = event;
  if (seq === 1) prepare(numberThread).run(threadId, workspaceId);
  const number = typeNumber(type);
  const packed = packFields(type, data);
  const checksum = eventChecksum({ threadId, seq, type: number, at, actor, commandId, data: packed });
  const writer = actor === 'engine' ? null : actor;
  prepare(insertEvent).run(position, rootId, threadId, seq, number, at, writer, commandId, packed, checksum);
}

function writeRows(prepare: Prepare, table: Table, rows: readonly Row[]): void {
  const [first] = rows;
  if (!first) return;
  const statement = prepare(upsertText(table, Object.keys(first)));
  for (const row of rows) statement.run(...Object.values(row));
}

function upsertText(table: Table, columns: readonly string[]): string {
  const places = columns.map(() => '?').join(',');
  const updates = columns.filter((column) => column !== 'id').map((column) => updateOf(table, column));
  return `INSERT INTO ${table} (${columns.join(',')}) VALUES (${places}) ON CONFLICT (id) DO UPDATE SET ${updates.join(',')}`;
}

function updateOf(table: Table, column: string): string {
  const value = `excluded.${column}`;
  return `${column} = ${beginningColumns.includes(column) ? `max(${value}, ${table}.${column})` : value}`;
}

const numberThread = 'INSERT INTO thread_number (id, workspace_id) VALUES (?, ?)';
const numberOf = '(SELECT number FROM thread_number WHERE id = ?)';
const insertEvent = `INSERT INTO log_event (position, root, thread, seq, type, at, actor, command_id, data, checksum)
  VALUES (?, ${numberOf}, ${numberOf}, ?, ?, ?, ?, ?, ?, ?)`;
const insertBlob = 'INSERT INTO blob (hash, content) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING';
const updateStatus = 'UPDATE task SET status = ?1 WHERE id = ?2 AND ended_at IS NULL AND status <> ?1';
const putRequest = 'INSERT OR REPLACE INTO request (workspace_id, key, request, reply, at) VALUES (?,?,?,?,?)';
const putRecord =
  'INSERT OR REPLACE INTO record (workspace_id, kind, id, version, data, updated_at, checksum) VALUES (?,?,?,?,?,?,?)';
const removeRecord = 'DELETE FROM record WHERE workspace_id = ? AND kind = ? AND id = ?';
