import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createPrivateFile, makePrivateDirectory } from '../../files/private-files.ts';
import { olderStore, StoreError } from '../../ports/log/store-error.ts';
import { checkFileVersion, migrateFile, storeVersion } from './migrations.ts';
import { isCannotOpen, notClosed, withStoreErrors } from './problems.ts';
import { finishSwap, refuseHalfSwapped } from './swap-files.ts';

export interface OpenStore {
  database: DatabaseSync;
  close(): void;
}

/** The only writer of a data directory, for as long as the process lives. */
export function openForWriting(directory: string): OpenStore {
  return withStoreErrors(directory, () => {
    makePrivateDirectory(directory);
    using opened = new DisposableStack();
    opened.use(takeLock(directory));
    finishSwap(directory, fileName);
    createPrivateFile(join(directory, fileName));
    const database = opened.use(new DatabaseSync(join(directory, fileName)));
    checkFileVersion(database);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;');
    migrateFile(database);
    return keep(database, opened);
  });
}

/** For reading: beside a writer, or on a read-only disk. */
export function openForReading(directory: string): OpenStore {
  return withStoreErrors(directory, () => {
    const path = join(directory, fileName);
    refuseHalfSwapped(directory);
    using opened = new DisposableStack();
    const database = existsSync(path) ? opened.use(openReadOnly(directory, path)) : null;
    const version = database ? checkFileVersion(database) : 0;
    // A file without any tables: its first writer was killed before it could make them.
    if (!database || version === 0) {
      throw new StoreError(
        'missing',
        `There is no store in ${directory}. Run a prompt first, or name another directory.`,
      );
    }
    if (version < storeVersion) throw olderStore(directory);
    return keep(database, opened);
  });
}

function keep(database: DatabaseSync, opened: DisposableStack): OpenStore {
  const kept = opened.move();
  return { database, close: () => kept.dispose() };
}

export const fileName = 'retinue.db';

/** A transaction held open on a separate file: the operating system releases it when the process dies. */
export function takeLock(directory: string): DatabaseSync {
  createPrivateFile(join(directory, 'lock.db'));
  const lock = new DatabaseSync(join(directory, 'lock.db'));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

function openReadOnly(directory: string, path: string): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    // A read-only disk has no place for the shared-memory file; no process can write there either.
    if (!isCannotOpen(error)) throw error;
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw notClosed(directory, error);
    return new DatabaseSync(new URL(`${pathToFileURL(path)}?immutable=1`), { readOnly: true });
  }
}
