import type { DatabaseSync } from 'node:sqlite';
import { damageTable } from '../migrations/damage-table.ts';
import { eventView, firstEventView } from '../migrations/event-view.ts';
import { migrateStore } from '../migrations/migrate.ts';
import type { Steps, StoreFormat } from '../migrations/migration-steps.ts';
import { orderColumns } from '../migrations/order-columns.ts';
import type { StoreShape } from '../migrations/store-shape.ts';
import { shapeOfRows } from '../migrations/store-shape.ts';
import { fillThreadDays, threadDayTable } from '../migrations/thread-days.ts';
import { StoreError } from '../store-error.ts';

/*
 * Forward only, numbered by place, all pending ones in one transaction. A released migration is never edited; a test holds
 * that.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE thread_number (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    workspace_id TEXT NOT NULL
  ) STRICT;
  CREATE TABLE log_event (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    root INTEGER NOT NULL,
    thread INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    type INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT,
    command_id TEXT,
    data TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX event_by_thread ON log_event (thread, seq);
  CREATE INDEX event_by_root ON log_event (root, position);
  ${firstEventView}

  CREATE TABLE thread (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    root_id TEXT NOT NULL,
    parent_thread_id TEXT,
    task_id TEXT,
    depth INTEGER NOT NULL,
    agent_id TEXT NOT NULL,
    agent_version INTEGER NOT NULL,
    agent_name TEXT NOT NULL,
    status TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    owes TEXT,
    due_at INTEGER,
    children_at_once INTEGER,
    title TEXT NOT NULL,
    search_title TEXT,
    is_pinned INTEGER NOT NULL,
    hidden_at INTEGER,
    seq INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    steps INTEGER NOT NULL,
    worked_ms INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    reasoning_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    estimated_tokens INTEGER NOT NULL,
    opened_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX thread_by_root ON thread (root_id);
  CREATE INDEX thread_by_parent ON thread (parent_thread_id) WHERE parent_thread_id IS NOT NULL;
  CREATE INDEX thread_owing ON thread (due_at) WHERE owes IS NOT NULL;
  CREATE INDEX chat_by_time ON thread (workspace_id, is_pinned, opened_at, id)
    WHERE parent_thread_id IS NULL AND hidden_at IS NULL;
  CREATE INDEX chat_hidden ON thread (hidden_at) WHERE hidden_at IS NOT NULL;

  CREATE TABLE task (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    root_id TEXT NOT NULL,
    parent_thread_id TEXT NOT NULL,
    call_id TEXT NOT NULL,
    child_thread_id TEXT NOT NULL,
    retry_of TEXT,
    attempt INTEGER NOT NULL,
    agent_id TEXT NOT NULL,
    title TEXT NOT NULL,
    instruction TEXT NOT NULL,
    turn INTEGER NOT NULL,
    status TEXT NOT NULL,
    result TEXT,
    reason TEXT,
    usage TEXT,
    opened_at INTEGER NOT NULL,
    ended_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX task_by_root ON task (root_id, turn);

  CREATE TABLE question (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    root_id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    call_id TEXT NOT NULL,
    step INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    options TEXT NOT NULL,
    status TEXT NOT NULL,
    answer TEXT,
    asked_at INTEGER NOT NULL,
    answered_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX question_open ON question (workspace_id, asked_at) WHERE status = 'open';
  CREATE INDEX question_by_root ON question (root_id);

  CREATE TABLE blob_use (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    root_id TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX blob_use_by_root ON blob_use (root_id);
  CREATE INDEX blob_use_by_hash ON blob_use (hash);

  CREATE TABLE blob (hash TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE request (
    workspace_id TEXT NOT NULL,
    key TEXT NOT NULL,
    request TEXT NOT NULL,
    reply TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE record (
    workspace_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    data TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, kind, id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE thread ADD COLUMN cost_micros INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE thread ADD COLUMN unread INTEGER NOT NULL DEFAULT 0;
  `,
  `
  ALTER TABLE task ADD COLUMN is_empty INTEGER NOT NULL DEFAULT 0;
  UPDATE task SET is_empty = 1 WHERE status = 'failed' AND reason IN
    ('The agent gave an empty result.', 'The agent ended without a result, and again when asked for one.');
  CREATE INDEX thread_by_day ON thread (workspace_id, opened_at);
  CREATE INDEX task_by_day ON task (workspace_id, opened_at, ended_at, agent_id, status, attempt, is_empty);
  CREATE INDEX question_by_day ON question (workspace_id, asked_at);
  `,
  `
  ALTER TABLE question ADD COLUMN is_for_person INTEGER NOT NULL DEFAULT 0;
  UPDATE question SET is_for_person = 1 WHERE status = 'open' AND (kind = 'approval' OR NOT EXISTS
    (SELECT 1 FROM thread WHERE thread.id = question.thread_id AND thread.owes = 'consult'));
  DROP VIEW event;
  ${firstEventView}
  `,
  `
  ALTER TABLE log_event ADD COLUMN checksum INTEGER;
  ALTER TABLE record ADD COLUMN checksum INTEGER;
  CREATE TABLE store_note (name TEXT PRIMARY KEY, data TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX request_by_time ON request (at);
  CREATE VIEW log_head AS
    SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'log_event'), 0) AS position;
  DROP VIEW event;
  ${eventView}
  `,
  damageTable,
  orderColumns('INTEGER'),
  threadDayTable('TEXT', 'INTEGER'),
];

/** Marks a file as ours: "RETN". */
const applicationId = 0x5245544e;

export const storeVersion = migrations.length;

const format: StoreFormat = {
  migrations,
  fills: new Map([[8, fillThreadDays]]),
  setAside: (table) => [`ALTER TABLE ${table} RENAME TO early_${table}`],
  setHead: (position) => [
    { text: "DELETE FROM sqlite_sequence WHERE name = 'log_event'", values: [] },
    { text: "INSERT INTO sqlite_sequence (name, seq) VALUES ('log_event', ?)", values: [position] },
  ],
};

export function migrate(database: DatabaseSync): void {
  const version = checkVersion(database);
  database.exec('BEGIN IMMEDIATE');
  try {
    run(database, migrateStore(format, version, readShape(database)));
    if (version < storeVersion) database.exec(`PRAGMA application_id = ${applicationId}`);
    if (version < storeVersion) database.exec(`PRAGMA user_version = ${storeVersion}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function run(database: DatabaseSync, steps: Steps): void {
  let next = steps.next();
  while (!next.done) {
    const { text, values } = next.value;
    next = steps.next(database.prepare(text).all(...values));
  }
}

function readShape(database: DatabaseSync): StoreShape {
  const text = `SELECT owner.name AS "table", part.name AS "column" FROM sqlite_schema AS owner
    JOIN pragma_table_info(owner.name) AS part WHERE owner.type = 'table'`;
  return shapeOfRows(database.prepare(text).all());
}

/** The version of a store of ours, 0 for a file that is still empty; anything else is refused. */
export function checkVersion(database: DatabaseSync): number {
  const version = readNumber(database, 'PRAGMA user_version');
  const isEmpty = readNumber(database, 'SELECT count(*) FROM sqlite_schema') === 0;
  if (!isEmpty && readNumber(database, 'PRAGMA application_id') !== applicationId) {
    throw new StoreError(
      'corrupt',
      'The data directory holds a database of another program. Name another directory with RETINUE_DATA.',
    );
  }
  if (version > storeVersion) {
    throw new StoreError(
      'newer',
      `The store was written by a newer Retinue (format ${version}; this one knows ${storeVersion}). Nothing was changed. Update Retinue, or name another directory with RETINUE_DATA.`,
    );
  }
  return version;
}

function readNumber(database: DatabaseSync, text: string): number {
  return Number(Object.values(database.prepare(text).get() ?? {})[0] ?? 0);
}
