import type { Ask } from '../../ports/log/sql.ts';
import { olderStore, StoreError } from '../../ports/log/store-error.ts';
import { migrateStore } from '../migrations/migrate.ts';
import type { StoreFormat } from '../migrations/migration-steps.ts';
import { fillThreadDays, fillUnpricedTokens } from '../migrations/rebuild-chat.ts';
import {
  audienceColumn,
  checksumColumns,
  codedReasons,
  costColumns,
  damageTable,
  eventView,
  firstTables,
  inDialect,
  lookupEventView,
  orderColumns,
  threadDayTable,
  unpricedColumns,
  usageColumns,
} from '../migrations/released.ts';
import { type StoreShape, shapeAfter, shapeOfRows } from '../migrations/store-shape.ts';

/* Forward only, numbered by place, all in one transaction under the log's own lock. */
export const postgresMigrations: readonly string[] = [
  `
  CREATE TABLE log_head (position BIGINT NOT NULL);
  INSERT INTO log_head VALUES (0);
${firstTables}`,
  costColumns,
  usageColumns,
  audienceColumn,
  `${checksumColumns}
  DROP VIEW event;
  ${eventView}
  `,
  `
  ALTER TABLE log_head ADD COLUMN IF NOT EXISTS commit_id TEXT NOT NULL DEFAULT '';
  `,
  damageTable,
  orderColumns,
  `
  DROP VIEW event;
  ${lookupEventView}
  `,
  threadDayTable,
  codedReasons,
  unpricedColumns,
].map((text) => inDialect('postgres', text));

const format: StoreFormat = {
  migrations: postgresMigrations,
  fills: new Map([
    [10, fillThreadDays],
    [12, fillUnpricedTokens],
  ]),
  // The names of constraints stay with the table, and the fresh one needs them.
  setAside: (table) => [
    `ALTER TABLE ${table} RENAME TO early_${table}`,
    `ALTER TABLE early_${table} DROP CONSTRAINT IF EXISTS ${table}_pkey`,
    `ALTER TABLE early_${table} DROP CONSTRAINT IF EXISTS ${table}_id_key`,
  ],
  setHead: (position) => [{ text: 'UPDATE log_head SET position = ?', values: [position] }],
};

/** Every table of a store of this format. */
export const storeTables: readonly string[] = ['store_version', ...shapeAfter(postgresMigrations).keys()];

/** Inside a transaction that holds the log's lock. */
export async function migrateDatabase(ask: Ask): Promise<void> {
  await ask('CREATE TABLE IF NOT EXISTS store_version (version BIGINT NOT NULL)', []);
  const version = await versionOf(ask);
  if (version === null) await ask('INSERT INTO store_version VALUES (0)', []);
  const steps = migrateStore(format, version ?? 0, await readShape(ask));
  let next = steps.next();
  while (!next.done) next = steps.next(await ask(next.value.text, next.value.values));
  if (version !== postgresMigrations.length)
    await ask('UPDATE store_version SET version = ?', [postgresMigrations.length]);
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
  return Boolean(found?.present) && (await versionOf(ask)) === postgresMigrations.length;
}

export async function checkDatabaseVersion(ask: Ask): Promise<void> {
  const [found] = await ask("SELECT to_regclass('store_version') IS NOT NULL AS present", []);
  const version = found?.present ? await versionOf(ask) : null;
  if (version === null) {
    throw new StoreError(
      'missing',
      'The database of DATABASE_URL holds no store yet. Run a prompt first, or name another database.',
    );
  }
  if (version < postgresMigrations.length) throw olderStore('the database');
}

async function versionOf(ask: Ask): Promise<number | null> {
  const [row] = await ask('SELECT version FROM store_version', []);
  if (!row) return null;
  refuseNewer(Number(row.version));
  return Number(row.version);
}

function refuseNewer(version: number): void {
  if (version <= postgresMigrations.length) return;
  throw new StoreError(
    'newer',
    `The store in the database was written by a newer Retinue (format ${version}; this one knows ${postgresMigrations.length}). Nothing was changed. Update Retinue, or name another database with DATABASE_URL.`,
  );
}
