import type { EventType } from '@retinue/protocol';
import type { Columns, SqlValue } from '../../ports/log/sql.ts';
import { tables } from '../../read-models/projector.ts';
import { checksumOfRow } from '../format/checksum.ts';
import { packFields, typeNumber } from '../format/packing.ts';
import { rootsInLog } from '../reads.ts';
import { plain, runAll, type Statement, type Steps, type StoreFormat } from './migration-steps.ts';
import { insertRows, rebuildChat } from './rebuild-chat.ts';
import { missingIn, type StoreShape, shapeAfter } from './store-shape.ts';

/*
 * Stores of the first releases. Formats 1 to 3 were given to several shapes before they became final:
 * - events in a table `event` with names for threads and types, and no table `record` (format 1, and format 3 if an
 * upgrade of such a store stopped half-way);
 * - packed events, but no `record`, no `blob_use`, or no columns for pinned and hidden chats (format 1);
 * - no `task.is_empty` (format 3).
 * All of them hold the source data in the same way: events, blobs, requests and records. It is copied into fresh
 * tables, and the rows that follow from the events are rebuilt.
 */
export function isEarlyStore(version: number, shape: StoreShape): boolean {
  if (version < 1 || version > 3 || missingIn(shape, keptTables)) return false;
  return missingIn(shape, namedEvents) === null || missingIn(shape, packedEvents) === null;
}

const shapeOf = (text: string) => shapeAfter([text]);
const keptTables = shapeOf(`CREATE TABLE blob (hash TEXT, content TEXT);
  CREATE TABLE request (workspace_id TEXT, key TEXT, request TEXT, reply TEXT, at INTEGER);`);
const namedEvents = shapeOf(`CREATE TABLE event (position INTEGER, workspace_id TEXT, root_id TEXT, thread_id TEXT,
  seq INTEGER, type TEXT, at INTEGER, actor TEXT, command_id TEXT, data TEXT);`);
const packedEvents = shapeOf(`CREATE TABLE log_event (position INTEGER, root INTEGER, thread INTEGER, seq INTEGER,
  type INTEGER, at INTEGER, actor TEXT, command_id TEXT, data TEXT);
  CREATE TABLE thread_number (number INTEGER, id TEXT, workspace_id TEXT);`);

export function* convertEarlyStore(format: StoreFormat, shape: StoreShape): Steps {
  const isNamed = shape.has('event');
  const head = yield* headOf(shape, isNamed);
  if (!isNamed) yield plain('DROP VIEW event');
  for (const index of earlyIndexes) yield plain(`DROP INDEX IF EXISTS ${index}`);
  const aside = earlyTables.filter((table) => shape.has(table));
  for (const table of aside) for (const text of format.setAside(table)) yield plain(text);
  yield* runAll(format.migrations);
  yield* copyEvents(isNamed);
  for (const table of ['blob', 'request', 'record']) if (shape.has(table)) yield* copyTable(table, shape);
  yield* projectAll(shape);
  yield* format.setHead(head);
  for (const table of aside) yield plain(`DROP TABLE early_${table}`);
}

/** The last position that was given. Only PostgreSQL has a table for it; SQLite keeps it in a sequence. */
function* headOf(shape: StoreShape, isNamed: boolean): Generator<Statement, number, Columns[]> {
  const given = `SELECT seq AS position FROM sqlite_sequence WHERE name = '${isNamed ? 'event' : 'log_event'}'`;
  const [row] = yield plain(shape.has('log_head') ? 'SELECT position FROM log_head' : given);
  return Number(row?.position ?? 0);
}

/**
 * Threads are numbered in the order in which they started; events that can't be packed are kept as they are, for
 * `verify` to report.
 */
function* copyEvents(isNamed: boolean): Steps {
  const source = isNamed ? 'early_event' : packedSource;
  yield plain(`INSERT INTO thread_number (id, workspace_id)
    SELECT thread_id, workspace_id FROM ${source} WHERE seq = 1 ORDER BY position`);
  let after = 0;
  while (true) {
    const rows = yield {
      text: `SELECT * FROM ${source} WHERE position > ? ORDER BY position LIMIT 500`,
      values: [after],
    };
    for (const row of rows) yield insertEvent(isNamed ? packed(row) : row);
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.position);
  }
}

const packedSource = `(SELECT position, own.workspace_id, chat.id AS root_id, own.id AS thread_id, seq, type, at,
    coalesce(actor, 'engine') AS actor, command_id, data FROM early_log_event
    JOIN early_thread_number AS own ON own.number = early_log_event.thread
    JOIN early_thread_number AS chat ON chat.number = early_log_event.root) AS early`;

function packed(row: Columns): Columns {
  const type = row.type as EventType;
  try {
    return { ...row, type: typeNumber(type), data: packFields(type, JSON.parse(String(row.data))) };
  } catch {
    return { ...row, type: typeNumber(type) };
  }
}

function insertEvent(row: Columns): Statement {
  const actor = row.actor === 'engine' ? null : row.actor;
  const place = [row.position, row.root_id, row.thread_id, row.seq, row.type, row.at];
  const values = [...place, actor, row.command_id, row.data, checksumOfRow(row)];
  return { text: insertEventText, values: values as SqlValue[] };
}

const numberOf = '(SELECT number FROM thread_number WHERE id = ?)';
const insertEventText = `INSERT INTO log_event (position, root, thread, seq, type, at, actor, command_id, data, checksum)
  VALUES (?, ${numberOf}, ${numberOf}, ?, ?, ?, ?, ?, ?, ?)`;

function* copyTable(table: string, shape: StoreShape): Steps {
  const columns = [...(shape.get(table) ?? [])].join(', ');
  yield plain(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM early_${table}`);
}

/** A chat that can't be folded keeps its rows, so that it can be seen and deleted. */
function* projectAll(shape: StoreShape): Steps {
  for (const { root_id: rootId } of yield plain(rootsInLog)) {
    const rebuilt = yield* rebuildChat(String(rootId));
    yield* rebuilt ? tables.flatMap((table) => insertRows(table, rebuilt)) : keptRows(String(rootId), shape);
  }
}

function keptRows(rootId: string, shape: StoreShape): Statement[] {
  return tables.flatMap((table) => {
    const had = shape.get(table);
    if (!had) return [];
    const added = table === 'thread' ? ['is_pinned', 'worked_ms'].filter((column) => !had.has(column)) : [];
    const text = `INSERT INTO ${table} (${[...had, ...added].join(', ')})
      SELECT ${[...had, ...added.map(() => '0')].join(', ')} FROM early_${table} WHERE root_id = ?`;
    return [{ text, values: [rootId] }];
  });
}

const earlyTables = [
  ...['log_head', 'event', 'log_event', 'thread_number', 'thread', 'call', 'task', 'question', 'blob_use'],
  ...['blob', 'request', 'record'],
];
const earlyIndexes = [
  ...['event_by_thread', 'event_by_root', 'thread_by_root', 'thread_by_parent', 'thread_owing', 'thread_by_day'],
  ...['chat_by_time', 'chat_hidden', 'call_by_thread', 'task_by_root', 'task_by_parent', 'task_by_child'],
  ...['task_by_day', 'task_failed', 'question_open', 'question_by_root', 'question_by_day'],
  ...['blob_use_by_root', 'blob_use_by_hash'],
];
