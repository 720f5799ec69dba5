import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EventOf, EventType, LogEvent } from '@retinue/protocol';
import pg from 'pg';
import { numberedTypes, unpackFields } from '../../../packages/server/src/log/format/packing.ts';
import type { StorePlace } from '../../../packages/server/src/ports/log/event-log.ts';

/** The events as the database holds them, read by plain SQL without the product. Empty without a store. */
export async function readStored(place: StorePlace): Promise<LogEvent[]> {
  const text = 'SELECT * FROM event ORDER BY position';
  const rows = place.kind === 'postgres' ? await queryPostgres(place.url, text) : queryFile(place.directory, text);
  return rows.map(
    (row) =>
      ({
        position: Number(row.position),
        workspaceId: row.workspace_id,
        rootId: row.root_id,
        threadId: row.thread_id,
        seq: Number(row.seq),
        type: typeOf(row),
        at: Number(row.at),
        actor: row.actor,
        commandId: row.command_id,
        data: unpackFields(typeOf(row), String(row.data)),
      }) as LogEvent,
  );
}

function typeOf(row: Record<string, unknown>): EventType {
  const type = numberedTypes[Number(row.type)];
  if (!type) throw new Error(`an event has the unknown type ${row.type}`);
  return type;
}

async function queryPostgres(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query("SELECT to_regclass('event') IS NOT NULL AS present");
    return rows[0]?.present ? (await client.query(text)).rows : [];
  } finally {
    await client.end();
  }
}

function queryFile(directory: string, text: string): Record<string, unknown>[] {
  const path = join(directory, 'retinue.db');
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return hasTables(database) ? database.prepare(text).all() : [];
  } finally {
    database.close();
  }
}

export function ofType<Type extends EventType>(events: readonly LogEvent[], type: Type): EventOf<Type>[] {
  return events.filter((event) => event.type === type) as unknown as EventOf<Type>[];
}

/** Equal only for equal events: every field, in one order. */
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
}: LogEvent): string {
  return JSON.stringify([position, workspaceId, rootId, threadId, seq, type, at, actor, commandId, inOrder(data)]);
}

/** Fields in one order, whatever the writer. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, inOrder(field)]));
}

/** A process that was killed at its first start may have left an empty file. */
function hasTables(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'event'").get() !== undefined;
}
