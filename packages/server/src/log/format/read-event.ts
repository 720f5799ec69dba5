import type { DamageReason, Event } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { StoredEvent } from '../../ports/damage.ts';
import { DamagedThreadError } from '../../ports/damage.ts';
import type { Columns } from '../../ports/sql.ts';
import { isEventAsWritten } from './checksum.ts';
import { numberedTypes } from './packing.ts';
import { readFields } from './stored-fields.ts';

/** Throws a DamagedThreadError for a row that is not what was written, or no event of a type that this version knows. */
export function toEvent(row: Columns): Event {
  const damaged = (reason: DamageReason) =>
    new DamagedThreadError(storedId.thread(row.thread_id), Number(row.seq), reason);
  if (!isEventAsWritten(row)) throw damaged('checksum');
  const type = numberedTypes[Number(row.type)];
  if (!type) throw damaged('unknown-type');
  return {
    position: row.position,
    workspaceId: row.workspace_id,
    rootId: row.root_id,
    threadId: row.thread_id,
    seq: row.seq,
    type,
    at: row.at,
    actor: row.actor,
    commandId: row.command_id,
    data: readFields(row, type),
  } as Event;
}

/** The row as it is stored, without any check. */
export function toStored(row: Columns): StoredEvent {
  return {
    position: Number(row.position),
    threadId: String(row.thread_id),
    seq: Number(row.seq),
    type: numberedTypes[Number(row.type)] ?? `number ${row.type}`,
    at: Number(row.at),
    actor: String(row.actor),
    commandId: row.command_id === null ? null : String(row.command_id),
    data: String(row.data),
  };
}
