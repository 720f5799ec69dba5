import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory } from '../../files/private-files.ts';
import { migrateDatabase, storeTables } from '../../log/postgres/migrations.ts';
import { openPostgresStore } from '../../log/postgres/postgres-store.ts';
import { fileName, takeLock } from '../../log/sqlite/open.ts';
import { withStoreErrors } from '../../log/sqlite/problems.ts';
import { openSqliteStore } from '../../log/sqlite/sqlite-store.ts';
import { asideName, buildingNameAt, finishSwap, swapFiles } from '../../log/sqlite/swap-files.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import type { Ask } from '../../ports/log/sql.ts';
import { StoreError } from '../../ports/log/store-error.ts';
import { readBackup } from '../backup/backup-lines.ts';
import { type Fill, type Filled, fillStore } from './fill-store.ts';

export interface RestoreOptions {
  /** Moves the existing store aside instead of refusing. */
  force: boolean;
  now: number;
  /** Called after each step of putting the new file in place: a test may end the process there. */
  reached?: (step: string) => void;
}

export interface Restored extends Filled {
  /** The new place of the earlier store. */
  aside: string | null;
}

/** Restores a backup, or changes nothing: the backup is checked in full before the commit. */
export async function restoreStore(
  place: StorePlace,
  lines: AsyncIterable<string>,
  options: RestoreOptions,
): Promise<Restored> {
  const fill = fillStore(readBackup(lines), options.now);
  return place.kind === 'postgres'
    ? restorePostgres(place.url, options, fill)
    : restoreSqlite(place.directory, options, fill);
}

/**
 * Builds the file in a folder inside the data directory and moves it into place once it is whole. The directory's lock is
 * held all the while, and the directory itself stays, since it may be a mount.
 */
async function restoreSqlite(directory: string, options: RestoreOptions, fill: Fill): Promise<Restored> {
  const isNew = !existsSync(directory);
  using lock = withStoreErrors(directory, () => {
    makePrivateDirectory(directory);
    return takeLock(directory);
  });
  const building = buildingNameAt(options.now);
  try {
    withStoreErrors(directory, () => finishSwap(directory, fileName));
    if (existsSync(join(directory, fileName)) && !options.force)
      throw occupied(
        `There is a store in ${directory} already, and nothing was changed. Restore into another directory (--data), or set that store aside with --force.`,
      );
    const filled = await build(join(directory, building), options.now, fill);
    const stamp = new Date(options.now).toISOString().replace(/\.\d+|[-:]/g, '');
    const swap = { building, aside: asideName(directory, stamp) };
    const aside = withStoreErrors(directory, () => swapFiles(directory, fileName, swap, options.reached ?? (() => {})));
    return { ...filled, aside };
  } catch (error) {
    lock.close();
    rmSync(isNew ? directory : join(directory, building), { recursive: true, force: true });
    throw error;
  }
}

async function build(directory: string, now: number, fill: Fill): Promise<Filled> {
  const store = openSqliteStore({ directory, now });
  try {
    const transaction = await store.begin();
    const filled = await fill(transaction, {
      raiseHead: async (head) => {
        await transaction.ask("DELETE FROM sqlite_sequence WHERE name = 'log_event'", []);
        await transaction.ask("INSERT INTO sqlite_sequence (name, seq) VALUES ('log_event', ?)", [head]);
      },
    });
    await transaction.commit();
    return filled;
  } finally {
    await store.close();
  }
}

/** Works in one transaction, which also moves existing tables into another schema. */
async function restorePostgres(url: string, options: RestoreOptions, fill: Fill): Promise<Restored> {
  const store = await openPostgresStore({ url, roundTripMs: restoreRoundTripMs });
  try {
    const transaction = await store.begin();
    try {
      const isOccupied = (await transaction.head()) > 0 || (await transaction.ask(anyRecord, [])).length > 0;
      if (isOccupied && !options.force)
        throw occupied(
          'The database holds chats or settings already, and nothing was changed. Restore into another database, or set its contents aside with --force.',
        );
      const aside = isOccupied ? await setAside(transaction.ask, options.now) : null;
      const { ask } = transaction;
      const filled = await fill(transaction, {
        raiseHead: async (head) => void (await ask('UPDATE log_head SET position = ?', [head])),
        // Without it the planner takes the tables for empty, and reads all of them for each page.
        prepareReads: () => ask('ANALYZE log_event, thread_number', []),
      });
      await transaction.commit();
      return { ...filled, aside };
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  } finally {
    await store.close();
  }
}

async function setAside(ask: Ask, now: number): Promise<string> {
  const schema = `retinue_before_${now}`;
  await ask(`CREATE SCHEMA ${schema}`, []);
  await ask('DROP VIEW event', []);
  // The search index belongs to the earlier store; it is rebuilt for the new one.
  await ask('DROP TABLE IF EXISTS search_place, search_thread, search_entry', []);
  for (const table of storeTables) await ask(`ALTER TABLE ${table} SET SCHEMA ${schema}`, []);
  await migrateDatabase(ask);
  return `schema ${schema}`;
}

/** Rows are rebuilt and verified in one transaction. */
const restoreRoundTripMs = 60 * 60_000;
const anyRecord = 'SELECT 1 FROM record LIMIT 1';

function occupied(message: string): StoreError {
  return new StoreError('occupied', message);
}
