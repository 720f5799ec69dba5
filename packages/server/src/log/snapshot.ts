import type { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { StorePlace } from '../ports/log/event-log.ts';
import type { Finding } from '../ports/log/finding.ts';
import type { Ask } from '../ports/log/sql.ts';
import { connectionOptions, plannerSettings, postgresAsk, postgresReads } from './postgres/connection.ts';
import { checkDatabaseVersion } from './postgres/migrations.ts';
import { queryError } from './postgres/problems.ts';
import { Reads } from './reads.ts';
import { sqliteAsk, sqliteReads, statementCache } from './sqlite/connection.ts';
import { findingOfLostEvents } from './sqlite/lost-events.ts';
import { openForReading } from './sqlite/open.ts';
import { withStoreErrors } from './sqlite/problems.ts';

/** One consistent view of a store, for reading, until it is disposed of. */
export interface Snapshot extends AsyncDisposable {
  ask: Ask;
  /** Problems that the database itself finds. */
  damage: string[];
  /** Findings about the store as a whole. */
  notes: Finding[];
  /** The highest position ever given. */
  head: number;
}

export function openSnapshot(place: StorePlace): Promise<Snapshot> {
  return place.kind === 'postgres' ? snapshotPostgres(place.url) : snapshotSqlite(place.directory);
}

/** A network that went silent ends the read, which may take long in a large store. */
const maxQueryMs = 10 * 60_000;

/** PostgreSQL has its own checksums, so its files are not checked further. */
async function snapshotPostgres(url: string): Promise<Snapshot> {
  const client = new pg.Client({ ...connectionOptions(url), query_timeout: maxQueryMs });
  client.on('error', () => {});
  const ask = postgresAsk(client);
  try {
    await client.connect();
    await ask(plannerSettings, []);
    await ask('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY', []);
    await checkDatabaseVersion(ask);
    const head = await new Reads(ask, postgresReads).head();
    return { ask, damage: [], notes: [], head, [Symbol.asyncDispose]: () => client.end() };
  } catch (error) {
    await client.end().catch(() => {});
    throw queryError(error);
  }
}

async function snapshotSqlite(directory: string): Promise<Snapshot> {
  const { database, close } = openForReading(directory);
  const ask = sqliteAsk(directory, statementCache(database));
  try {
    withStoreErrors(directory, () => database.exec('BEGIN'));
    const damage = integrityProblems(database);
    const lost = damage.length > 0 ? null : findingOfLostEvents(directory, database);
    const head = damage.length > 0 ? 0 : await new Reads(ask, sqliteReads).head();
    return { ask, damage, notes: lost ? [lost] : [], head, [Symbol.asyncDispose]: async () => close() };
  } catch (error) {
    close();
    throw error;
  }
}

/** Some damage ends the check itself. */
function integrityProblems(database: DatabaseSync): string[] {
  try {
    const rows = database.prepare('PRAGMA integrity_check').all();
    return rows.map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
