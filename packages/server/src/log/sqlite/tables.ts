import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Event, EventType, ThreadId } from '@retinue/protocol';
import { factShapes, fold } from '@retinue/protocol';
import type { Range } from '../../ports/event-log.ts';
import type { RowSink, Table } from '../projector.ts';
import type { Row } from '../rows.ts';
import { StoreError } from '../store-error.ts';
import type { Prepare } from './preparing.ts';
import { preparing } from './preparing.ts';

/** The event table, by prepared statements: this is the hot path. */
export class EventTable {
  readonly #insert: StatementSync;
  readonly #ofThread: StatementSync;
  readonly #prepare: Prepare;

  constructor(database: DatabaseSync) {
    this.#prepare = preparing(database);
    this.#insert = database.prepare(
      'INSERT INTO event (position, workspace_id, root_id, thread_id, seq, type, at, actor, command_id, data) VALUES (?,?,?,?,?,?,?,?,?,?)',
    );
    this.#ofThread = database.prepare('SELECT * FROM event WHERE thread_id = ? ORDER BY seq');
  }

  insert(event: Event): void {
    const { position, workspaceId, rootId, threadId, seq, type, at, actor, commandId, data } = event;
    this.#insert.run(position, workspaceId, rootId, threadId, seq, type, at, actor, commandId, JSON.stringify(data));
  }

  foldThread(threadId: ThreadId): ReturnType<typeof fold> {
    return fold(null, this.#ofThread.all(threadId).map(toEvent));
  }

  read({ workspaceId, rootId, threadId, after, limit }: Range): Event[] {
    const wanted = { workspace_id: workspaceId, root_id: rootId, thread_id: threadId };
    const given = Object.entries(wanted).filter((pair): pair is [string, ThreadId] => pair[1] !== undefined);
    const conditions = given.map(([column]) => `${column} = ?`).join(' AND ');
    const statement = this.#prepare(
      `SELECT * FROM event WHERE ${conditions} AND position > ? ORDER BY position LIMIT ?`,
    );
    return statement.all(...given.map(([, id]) => id), after, limit).map(toEvent);
  }

  /** The highest position ever given, also after the events that had it are gone. */
  head(): number {
    const row = this.#prepare("SELECT seq FROM sqlite_sequence WHERE name = 'event'").get();
    return Number(row?.seq ?? 0);
  }
}

/** Our own rows are trusted, apart from their type: an unknown one means that a newer release wrote it. */
export function toEvent(row: Record<string, unknown>): Event {
  if (!((row.type as string) in factShapes)) {
    throw new StoreError('newer', `The store holds events of the unknown type ${String(row.type)}. Update Retinue.`);
  }
  return {
    position: row.position,
    workspaceId: row.workspace_id,
    rootId: row.root_id,
    threadId: row.thread_id,
    seq: row.seq,
    type: row.type as EventType,
    at: row.at,
    actor: row.actor,
    commandId: row.command_id,
    data: JSON.parse(row.data as string),
  } as Event;
}

/** Projected rows into their tables; statements are made from the first row of each table. */
export class ProjectionTables implements RowSink {
  readonly #database: DatabaseSync;
  readonly #puts = new Map<Table, StatementSync>();
  readonly #putStatus: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#putStatus = database.prepare(
      'UPDATE task SET status = ?1 WHERE id = ?2 AND ended_at IS NULL AND status <> ?1',
    );
  }

  put(table: Table, row: Row): void {
    let statement = this.#puts.get(table);
    if (!statement) {
      statement = this.#database.prepare(upsertText(table, Object.keys(row)));
      this.#puts.set(table, statement);
    }
    statement.run(...Object.values(row));
  }

  putOpenTaskStatus(taskId: string, status: string): void {
    this.#putStatus.run(status, taskId);
  }
}

function upsertText(table: Table, columns: readonly string[]): string {
  const places = columns.map(() => '?').join(',');
  const updates = columns.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO ${table} (${columns.join(',')}) VALUES (${places}) ON CONFLICT (id) DO UPDATE SET ${updates.join(',')}`;
}
