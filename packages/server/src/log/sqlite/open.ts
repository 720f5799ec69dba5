import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createPrivateFile, makePrivateDirectory } from '../../files/private-files.ts';
import { closedError, olderStore, StoreError } from '../store-error.ts';
import { checkVersion, migrate, storeVersion } from './migrations.ts';
import { finishSwap, refuseHalfSwapped } from './swap-files.ts';

export interface OpenStore {
  database: DatabaseSync;
  close(): void;
}

/** The only writer of a data directory, for as long as the process lives. */
export function openForWriting(directory: string): OpenStore {
  return inWords(directory, () => {
    makePrivateDirectory(directory);
    using opened = new DisposableStack();
    opened.use(takeLock(directory));
    finishSwap(directory, fileName);
    createPrivateFile(join(directory, fileName));
    const database = opened.use(new DatabaseSync(join(directory, fileName)));
    checkVersion(database);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;');
    migrate(database);
    return keep(database, opened);
  });
}

/** For looking: beside a writer, or on a disk that can't be written. */
export function openForReading(directory: string): OpenStore {
  return inWords(directory, () => {
    const path = join(directory, fileName);
    refuseHalfSwapped(directory);
    using opened = new DisposableStack();
    const database = existsSync(path) ? opened.use(openReadOnly(directory, path)) : null;
    const version = database ? checkVersion(database) : 0;
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

/** A transaction held open on a file of its own: the operating system lets go of it when the process dies. */
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
    // On a disk that can't be written there is no place for the shared-memory file; nobody can be writing there either.
    if (!isSqliteError(error) || primaryCode(error) !== sqliteCodes.cannotOpen) throw error;
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw notClosed(directory, error);
    return new DatabaseSync(new URL(`${pathToFileURL(path)}?immutable=1`), { readOnly: true });
  }
}

/** Runs what touches the file, and says in words what the file system or SQLite has against it. */
export function inWords<Result>(directory: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw toStoreError(directory, error);
  }
}

export function toStoreError(directory: string, error: unknown): unknown {
  if (isSqliteError(error)) {
    const make = sqliteProblems[primaryCode(error)];
    return make ? make(directory, error) : error;
  }
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_INVALID_STATE') return closedError();
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return readOnly(directory, error);
  if (code === 'ENOSPC') return full(directory, error);
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StoreError('unreadable', `${directory} is not a directory. Name another one with RETINUE_DATA.`, error);
  }
  return typeof code === 'string' && error instanceof Error && 'syscall' in error
    ? unreadable(directory, error)
    : error;
}

interface SqliteError extends Error {
  errcode: number;
}

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
}

function primaryCode(error: SqliteError): number {
  return error.errcode & 0xff;
}

const sqliteCodes = { busy: 5, readOnly: 8, inputOutput: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

const readOnly = (directory: string, cause: unknown) =>
  new StoreError(
    'read-only',
    `${directory} can't be written. Make it writable, or name another directory with RETINUE_DATA.`,
    cause,
  );
const full = (directory: string, cause: unknown) =>
  new StoreError(
    'full',
    `The disk that holds ${directory} is full. What was acknowledged is kept. Free some space and start again.`,
    cause,
  );
/** Read as it is, the file would lack what was acknowledged last, and nobody would notice. */
const notClosed = (directory: string, cause: unknown) =>
  new StoreError(
    'read-only',
    `The store in ${directory} was not closed, and what it holds last can't be read where nothing can be written. Make it writable, or copy the directory and look there.`,
    cause,
  );
const corrupt = (directory: string, cause: unknown) =>
  new StoreError(
    'corrupt',
    `The store in ${directory} is damaged or not a Retinue store. Nothing was changed. Restore a copy, or name another directory with RETINUE_DATA.`,
    cause,
  );
const unreadable = (directory: string, cause: unknown) =>
  new StoreError(
    'unreadable',
    `The store in ${directory} can't be read or written: ${(cause as Error).message}. Check the directory and the disk.`,
    cause,
  );

const sqliteProblems: Record<number, (directory: string, cause: unknown) => StoreError> = {
  [sqliteCodes.busy]: (directory, cause) =>
    new StoreError(
      'held',
      `Another Retinue process holds ${directory}. Stop it, or name another directory with RETINUE_DATA.`,
      cause,
    ),
  [sqliteCodes.readOnly]: readOnly,
  [sqliteCodes.full]: full,
  [sqliteCodes.corrupt]: corrupt,
  [sqliteCodes.notADatabase]: corrupt,
  [sqliteCodes.cannotOpen]: unreadable,
  [sqliteCodes.inputOutput]: unreadable,
};
