import { crc32 } from 'node:zlib';
import type { Columns } from '../../ports/sql.ts';

/*
 * A checksum lies beside every event and every record. It covers what the row says and where it belongs, but not the
 * position, which a restore may give anew. Rows of releases before checksums have none and count as unchecked.
 */
interface ChecksummedEvent {
  threadId: string;
  seq: number;
  /** As it is numbered in the store. */
  type: number;
  at: number;
  actor: string;
  commandId: string | null;
  /** As it is packed in the store. */
  data: string;
}

export function eventChecksum({ threadId, seq, type, at, actor, commandId, data }: ChecksummedEvent): number {
  return crc32(data, crc32(`${threadId} ${seq} ${type} ${at} ${actor} ${commandId ?? ''}\n`));
}

interface ChecksummedRecord {
  workspaceId: string;
  kind: string;
  id: string;
  version: number;
  data: string;
  updatedAt: number;
}

export function recordChecksum({ workspaceId, kind, id, version, data, updatedAt }: ChecksummedRecord): number {
  return crc32(data, crc32(JSON.stringify([workspaceId, kind, id, version, updatedAt])));
}

export function checksumOfRow(row: Columns): number {
  return eventChecksum({
    threadId: String(row.thread_id),
    seq: Number(row.seq),
    type: Number(row.type),
    at: Number(row.at),
    actor: String(row.actor),
    commandId: row.command_id === null ? null : String(row.command_id),
    data: String(row.data),
  });
}

/** Whether an event's row, as the view gives it, is what was written. */
export function isEventAsWritten(row: Columns): boolean {
  return row.checksum === null || row.checksum === checksumOfRow(row);
}

export function isRecordAsWritten(row: Columns): boolean {
  const { workspace_id: workspaceId, kind, id, version, data, updated_at: updatedAt, checksum } = row;
  if (checksum === null) return true;
  const place = { workspaceId: String(workspaceId), kind: String(kind), id: String(id) };
  const said = { version: Number(version), data: String(data), updatedAt: Number(updatedAt) };
  return checksum === recordChecksum({ ...place, ...said });
}
