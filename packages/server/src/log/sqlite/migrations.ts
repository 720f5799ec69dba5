import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../../ports/log/store-error.ts';
import { migrateStore } from '../migrations/migrate.ts';
import type { Steps, StoreFormat } from '../migrations/migration-steps.ts';
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
  orderColumns,
  threadDayTable,
  unpricedColumns,
  usageColumns,
} from '../migrations/released.ts';
import { type StoreShape, shapeOfRows } from '../migrations/store-shape.ts';

/* Forward only, numbered by place, all pending ones in one transaction. */
export const sqliteMigrations: readonly string[] = [
  firstTables,
  costColumns,
  usageColumns,
  audienceColumn,
  `${checksumColumns}
  CREATE VIEW log_head AS
    SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'log_event'), 0) AS position;
  DROP VIEW event;
  ${eventView}
  `,
  damageTable,
  orderColumns,
  threadDayTable,
  codedReasons,
  unpricedColumns,
].map((text) => inDialect('sqlite', text));

/** Marks a file as ours: "RETN". */
const applicationId = 0x5245544e;

export const storeVersion = sqliteMigrations.length;

const format: StoreFormat = {
  migrations: sqliteMigrations,
  fills: new Map([
    [8, fillThreadDays],
    [10, fillUnpricedTokens],
  ]),
  setAside: (table) => [`ALTER TABLE ${table} RENAME TO early_${table}`],
  setHead: (position) => [
    { text: "DELETE FROM sqlite_sequence WHERE name = 'log_event'", values: [] },
    { text: "INSERT INTO sqlite_sequence (name, seq) VALUES ('log_event', ?)", values: [position] },
  ],
};

export function migrateFile(database: DatabaseSync): void {
  const version = checkFileVersion(database);
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
export function checkFileVersion(database: DatabaseSync): number {
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
