import type { Ask } from '../../ports/sql.ts';
import { damageTable } from '../migrations/damage-table.ts';
import { eventView, firstEventView, lookupEventView } from '../migrations/event-view.ts';
import { migrateStore } from '../migrations/migrate.ts';
import type { StoreFormat } from '../migrations/migration-steps.ts';
import { orderColumns } from '../migrations/order-columns.ts';
import type { StoreShape } from '../migrations/store-shape.ts';
import { shapeAfter, shapeOfRows } from '../migrations/store-shape.ts';
import { fillThreadDays, threadDayTable } from '../migrations/thread-days.ts';
import { olderStore, StoreError } from '../store-error.ts';

/*
 * Forward only, numbered by place, all in one transaction under the log's own lock. A released migration is never edited.
 * The tables are those of the SQLite store. Text is compared byte by byte (COLLATE "C"), as SQLite does it.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE log_head (position BIGINT NOT NULL);
  INSERT INTO log_head VALUES (0);

  CREATE TABLE thread_number (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    workspace_id TEXT COLLATE "C" NOT NULL
  );
  CREATE TABLE log_event (
    position BIGINT PRIMARY KEY,
    root BIGINT NOT NULL,
    thread BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    type BIGINT NOT NULL,
    at BIGINT NOT NULL,
    actor TEXT,
    command_id TEXT,
    data TEXT NOT NULL
  );
  CREATE UNIQUE INDEX event_by_thread ON log_event (thread, seq);
  CREATE INDEX event_by_root ON log_event (root, position);
  ${firstEventView}

  CREATE TABLE thread (
    id TEXT COLLATE "C" PRIMARY KEY,
    workspace_id TEXT COLLATE "C" NOT NULL,
    root_id TEXT COLLATE "C" NOT NULL,
    parent_thread_id TEXT COLLATE "C",
    task_id TEXT COLLATE "C",
    depth BIGINT NOT NULL,
    agent_id TEXT NOT NULL,
    agent_version BIGINT NOT NULL,
    agent_name TEXT NOT NULL,
    status TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    owes TEXT,
    due_at BIGINT,
    children_at_once BIGINT,
    title TEXT NOT NULL,
    search_title TEXT,
    is_pinned BIGINT NOT NULL,
    hidden_at BIGINT,
    seq BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    steps BIGINT NOT NULL,
    worked_ms BIGINT NOT NULL,
    input_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    reasoning_tokens BIGINT NOT NULL,
    cached_tokens BIGINT NOT NULL,
    estimated_tokens BIGINT NOT NULL,
    opened_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  );
  CREATE INDEX thread_by_root ON thread (root_id);
  CREATE INDEX thread_by_parent ON thread (parent_thread_id) WHERE parent_thread_id IS NOT NULL;
  CREATE INDEX thread_owing ON thread (due_at) WHERE owes IS NOT NULL;
  CREATE INDEX chat_by_time ON thread (workspace_id, is_pinned, opened_at, id)
    WHERE parent_thread_id IS NULL AND hidden_at IS NULL;
  CREATE INDEX chat_hidden ON thread (hidden_at) WHERE hidden_at IS NOT NULL;

  CREATE TABLE task (
    id TEXT COLLATE "C" PRIMARY KEY,
    workspace_id TEXT COLLATE "C" NOT NULL,
    root_id TEXT COLLATE "C" NOT NULL,
    parent_thread_id TEXT COLLATE "C" NOT NULL,
    call_id TEXT COLLATE "C" NOT NULL,
    child_thread_id TEXT COLLATE "C" NOT NULL,
    retry_of TEXT,
    attempt BIGINT NOT NULL,
    agent_id TEXT NOT NULL,
    title TEXT NOT NULL,
    instruction TEXT NOT NULL,
    turn BIGINT NOT NULL,
    status TEXT NOT NULL,
    result TEXT,
    reason TEXT,
    usage TEXT,
    opened_at BIGINT NOT NULL,
    ended_at BIGINT
  );
  CREATE INDEX task_by_root ON task (root_id, turn);

  CREATE TABLE question (
    id TEXT COLLATE "C" PRIMARY KEY,
    workspace_id TEXT COLLATE "C" NOT NULL,
    root_id TEXT COLLATE "C" NOT NULL,
    thread_id TEXT COLLATE "C" NOT NULL,
    call_id TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    options TEXT NOT NULL,
    status TEXT NOT NULL,
    answer TEXT,
    asked_at BIGINT NOT NULL,
    answered_at BIGINT
  );
  CREATE INDEX question_open ON question (workspace_id, asked_at) WHERE status = 'open';
  CREATE INDEX question_by_root ON question (root_id);

  CREATE TABLE blob_use (
    id TEXT COLLATE "C" PRIMARY KEY,
    workspace_id TEXT COLLATE "C" NOT NULL,
    root_id TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL
  );
  CREATE INDEX blob_use_by_root ON blob_use (root_id);
  CREATE INDEX blob_use_by_hash ON blob_use (hash);

  CREATE TABLE blob (hash TEXT COLLATE "C" PRIMARY KEY, content TEXT NOT NULL);

  CREATE TABLE request (
    workspace_id TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    request TEXT NOT NULL,
    reply TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, key)
  );

  CREATE TABLE record (
    workspace_id TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    data TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, kind, id)
  );
  `,
  `
  ALTER TABLE thread ADD COLUMN cost_micros BIGINT NOT NULL DEFAULT 0;
  ALTER TABLE thread ADD COLUMN unread BIGINT NOT NULL DEFAULT 0;
  `,
  `
  ALTER TABLE task ADD COLUMN is_empty BIGINT NOT NULL DEFAULT 0;
  UPDATE task SET is_empty = 1 WHERE status = 'failed' AND reason IN
    ('The agent gave an empty result.', 'The agent ended without a result, and again when asked for one.');
  CREATE INDEX thread_by_day ON thread (workspace_id, opened_at);
  CREATE INDEX task_by_day ON task (workspace_id, opened_at, ended_at, agent_id, status, attempt, is_empty);
  CREATE INDEX question_by_day ON question (workspace_id, asked_at);
  `,
  `
  ALTER TABLE question ADD COLUMN is_for_person BIGINT NOT NULL DEFAULT 0;
  UPDATE question SET is_for_person = 1 WHERE status = 'open' AND (kind = 'approval' OR NOT EXISTS
    (SELECT 1 FROM thread WHERE thread.id = question.thread_id AND thread.owes = 'consult'));
  DROP VIEW event;
  ${firstEventView}
  `,
  `
  ALTER TABLE log_event ADD COLUMN checksum BIGINT;
  ALTER TABLE record ADD COLUMN checksum BIGINT;
  CREATE TABLE store_note (name TEXT PRIMARY KEY, data TEXT NOT NULL);
  CREATE INDEX request_by_time ON request (at);
  DROP VIEW event;
  ${eventView}
  `,
  `
  ALTER TABLE log_head ADD COLUMN IF NOT EXISTS commit_id TEXT NOT NULL DEFAULT '';
  `,
  damageTable,
  orderColumns('BIGINT'),
  `
  DROP VIEW event;
  ${lookupEventView}
  `,
  threadDayTable('TEXT COLLATE "C"', 'BIGINT'),
];

const format: StoreFormat = {
  migrations,
  fills: new Map([[10, fillThreadDays]]),
  // The names of constraints stay with the table, and the fresh one needs them.
  setAside: (table) => [
    `ALTER TABLE ${table} RENAME TO early_${table}`,
    `ALTER TABLE early_${table} DROP CONSTRAINT IF EXISTS ${table}_pkey`,
    `ALTER TABLE early_${table} DROP CONSTRAINT IF EXISTS ${table}_id_key`,
  ],
  setHead: (position) => [{ text: 'UPDATE log_head SET position = ?', values: [position] }],
};

/** Every table that a store of this format has. */
export const storeTables: readonly string[] = ['store_version', ...shapeAfter(migrations).keys()];

/** Inside a transaction that holds the log's lock. */
export async function migrate(ask: Ask): Promise<void> {
  await ask('CREATE TABLE IF NOT EXISTS store_version (version BIGINT NOT NULL)', []);
  const version = await versionOf(ask);
  if (version === null) await ask('INSERT INTO store_version VALUES (0)', []);
  const steps = migrateStore(format, version ?? 0, await readShape(ask));
  let next = steps.next();
  while (!next.done) next = steps.next(await ask(next.value.text, next.value.values));
  if (version !== migrations.length) await ask('UPDATE store_version SET version = ?', [migrations.length]);
}

async function readShape(ask: Ask): Promise<StoreShape> {
  const text = `SELECT relname AS "table", attname AS "column" FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped AND pg_table_is_visible(pg_class.oid)
    AND relnamespace = current_schema()::regnamespace`;
  return shapeOfRows(await ask(text, []));
}

/** Whether the store has this format. */
export async function isUpToDate(ask: Ask): Promise<boolean> {
  const [found] = await ask("SELECT to_regclass('store_version') IS NOT NULL AS present", []);
  return Boolean(found?.present) && (await versionOf(ask)) === migrations.length;
}

export async function checkVersion(ask: Ask): Promise<void> {
  const [found] = await ask("SELECT to_regclass('store_version') IS NOT NULL AS present", []);
  const version = found?.present ? await versionOf(ask) : null;
  if (version === null) {
    throw new StoreError(
      'missing',
      'The database of DATABASE_URL holds no store yet. Run a prompt first, or name another database.',
    );
  }
  if (version < migrations.length) throw olderStore('the database');
}

async function versionOf(ask: Ask): Promise<number | null> {
  const [row] = await ask('SELECT version FROM store_version', []);
  if (!row) return null;
  refuseNewer(Number(row.version));
  return Number(row.version);
}

function refuseNewer(version: number): void {
  if (version <= migrations.length) return;
  throw new StoreError(
    'newer',
    `The store in the database was written by a newer Retinue (format ${version}; this one knows ${migrations.length}). Nothing was changed. Update Retinue, or name another database with DATABASE_URL.`,
  );
}
