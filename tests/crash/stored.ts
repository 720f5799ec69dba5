import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Event, EventOf, EventType } from '@retinue/protocol';

/** The events as the file holds them, by plain SQL: the product has no say in it. Empty when there is no store yet. */
export function readStored(directory: string): Event[] {
  return queryStore(directory, 'SELECT * FROM event ORDER BY position').map(
    (row) =>
      ({
        position: row.position,
        workspaceId: row.workspace_id,
        rootId: row.root_id,
        threadId: row.thread_id,
        seq: row.seq,
        type: row.type,
        at: row.at,
        actor: row.actor,
        commandId: row.command_id,
        data: JSON.parse(String(row.data)),
      }) as Event,
  );
}

function queryStore(directory: string, text: string): Record<string, unknown>[] {
  const path = join(directory, 'retinue.db');
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return hasTables(database) ? database.prepare(text).all() : [];
  } finally {
    database.close();
  }
}

export function ofType<Type extends EventType>(events: readonly Event[], type: Type): EventOf<Type>[] {
  return events.filter((event) => event.type === type) as unknown as EventOf<Type>[];
}

/** Equal for equal events only: every field, in one order. */
export function printEvent({
  position,
  workspaceId,
  rootId,
  threadId,
  seq,
  type,
  at,
  actor,
  commandId,
  data,
}: Event): string {
  return JSON.stringify([position, workspaceId, rootId, threadId, seq, type, at, actor, commandId, data]);
}

/** A process that was killed at its first start may have left an empty file. */
function hasTables(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'event'").get() !== undefined;
}
