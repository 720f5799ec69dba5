import type { StatementSync } from 'node:sqlite';
import type { Event } from '@retinue/protocol';
import type { Table } from '../projector.ts';
import type { Row } from '../rows.ts';
import type { Batch } from '../store.ts';
import type { Prepare } from './preparing.ts';

/** The rows of a transaction, by prepared statements: this is the hot path. */
export function writeBatch(prepare: Prepare, { events, rows, taskStatuses, blobs, requests }: Batch): void {
  for (const { hash, content } of blobs) prepare(insertBlob).run(hash, content);
  const insert = prepare(insertEvent);
  for (const event of events) writeEvent(insert, event);
  for (const [table, ofTable] of rows) writeRows(prepare, table, [...ofTable.values()]);
  for (const [taskId, status] of taskStatuses) prepare(updateStatus).run(status, taskId);
  for (const { workspaceId, key, request, reply, at } of requests) {
    prepare(putRequest).run(workspaceId, key, request, reply, at);
  }
}

function writeEvent(insert: StatementSync, event: Event): void {
  const { position, workspaceId, rootId, threadId, seq, type, at, actor, commandId, data } = event;
  insert.run(position, workspaceId, rootId, threadId, seq, type, at, actor, commandId, JSON.stringify(data));
}

function writeRows(prepare: Prepare, table: Table, rows: readonly Row[]): void {
  const [first] = rows;
  if (!first) return;
  const statement = prepare(upsertText(table, Object.keys(first)));
  for (const row of rows) statement.run(...Object.values(row));
}

function upsertText(table: Table, columns: readonly string[]): string {
  const places = columns.map(() => '?').join(',');
  const updates = columns.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO ${table} (${columns.join(',')}) VALUES (${places}) ON CONFLICT (id) DO UPDATE SET ${updates.join(',')}`;
}

const insertEvent =
  'INSERT INTO event (position, workspace_id, root_id, thread_id, seq, type, at, actor, command_id, data) VALUES (?,?,?,?,?,?,?,?,?,?)';
const insertBlob = 'INSERT INTO blob (hash, content) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING';
const updateStatus = 'UPDATE task SET status = ?1 WHERE id = ?2 AND ended_at IS NULL AND status <> ?1';
const putRequest = 'INSERT OR REPLACE INTO request (workspace_id, key, request, reply, at) VALUES (?,?,?,?,?)';
