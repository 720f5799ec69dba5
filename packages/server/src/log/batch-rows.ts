import type { LogEvent } from '@retinue/protocol';
import type { SqlValue } from '../ports/log/sql.ts';
import { beginningColumns, type Table } from '../read-models/projector.ts';
import { eventChecksum, recordChecksum } from './format/checksum.ts';
import { packFields, typeNumber } from './format/packing.ts';
import type { RecordRow } from './records/record-rows.ts';
import type { Batch } from './store.ts';

/*
 * The rows of a transaction as both databases write them.
 */

/** Columns of an event, in the order in which they are inserted. Threads are given by their ids. */
export function eventRow({ position, rootId, threadId, seq, type, at, actor, commandId, data }: LogEvent) {
  const number = typeNumber(type);
  const packed = packFields(type, data);
  return {
    position,
    root_id: rootId,
    thread_id: threadId,
    seq,
    type: number,
    at,
    actor: actor === 'engine' ? null : actor,
    command_id: commandId,
    data: packed,
    checksum: eventChecksum({ threadId, seq, type: number, at, actor, commandId, data: packed }),
  };
}

export const eventColumns = 'position, root, thread, seq, type, at, actor, command_id, data, checksum';

interface Statement {
  text: string;
  values: readonly SqlValue[];
}

/** Statements for everything but events and rows. */
export function otherStatements({ blobs, requests, records }: Batch): Statement[] {
  return [
    ...blobs.map(({ hash, content }) => ({ text: insertBlob, values: [hash, content] })),
    ...requests.map(({ workspaceId, key, request, reply, at }) => ({
      text: putRequest,
      values: [workspaceId, key, request, reply, at],
    })),
    ...records.map(recordStatement),
  ];
}

function recordStatement({ workspaceId, kind, id, version, data, updatedAt }: RecordRow): Statement {
  if (data === null) return { text: removeRecord, values: [workspaceId, kind, id] };
  const checksum = recordChecksum({ workspaceId, kind, id, version, data, updatedAt });
  return { text: putRecord, values: [workspaceId, kind, id, version, data, updatedAt, checksum] };
}

/** Ends the insert of a row that may exist. `larger` is the database's function for the larger of two values. */
export function onConflict(table: Table, columns: readonly string[], larger: 'max' | 'greatest'): string {
  const updates = columns
    .filter((column) => column !== 'id')
    .map((column) => {
      const value = `excluded.${column}`;
      return `${column} = ${beginningColumns.includes(column) ? `${larger}(${value}, ${table}.${column})` : value}`;
    });
  return `ON CONFLICT (id) DO UPDATE SET ${updates.join(',')}`;
}

const insertBlob = 'INSERT INTO blob (hash, content) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING';
const putRequest = `INSERT INTO request (workspace_id, key, request, reply, at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (workspace_id, key) DO UPDATE SET request = excluded.request, reply = excluded.reply, at = excluded.at`;
const putRecord = `INSERT INTO record (workspace_id, kind, id, version, data, updated_at, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (workspace_id, kind, id)
  DO UPDATE SET version = excluded.version, data = excluded.data, updated_at = excluded.updated_at,
    checksum = excluded.checksum`;
const removeRecord = 'DELETE FROM record WHERE workspace_id = ? AND kind = ? AND id = ?';
