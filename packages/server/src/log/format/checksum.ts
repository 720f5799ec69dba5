import { crc32 } from 'node:zlib';
import type { Columns } from '../../ports/log/sql.ts';

/*
 * A checksum is stored beside every event and every record. It covers the row's content and place, but not the
 * position, which a restore may change. Rows of releases before checksums have none and count as unchecked.
 */
interface ChecksummedEvent {
  threadId: string;
  seq: number;
  /** Its number in the store. */
  type: number;
  at: number;
  actor: string;
  commandId: string | null;
  /** Its packed form in the store. */
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

/** Whether an event's row, as the view returns it, is unchanged since it was written. */
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
