import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Fill } from '../fill-store.ts';
import type { Restored, RestoreOptions } from '../restore.ts';
import { StoreError } from '../store-error.ts';
import { fileName, inWords, takeLock } from './open.ts';
import { openSqliteStore } from './sqlite-store.ts';

/**
 * Builds the file in a folder inside the data directory and moves it into place once it is whole. The directory's lock is
 * held all the while, and the directory itself stays, since it may be a mount.
 */
export async function restoreSqlite(directory: string, options: RestoreOptions, fill: Fill): Promise<Restored> {
  const isNew = !existsSync(directory);
  using lock = inWords(directory, () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return takeLock(directory);
  });
  const building = join(directory, `restoring-${options.now}`);
  try {
    const isOccupied = existsSync(join(directory, fileName));
    if (isOccupied && !options.force) throw occupied(directory);
    const events = await build(building, options.now, fill);
    const aside = inWords(directory, () => putInPlace(directory, building, `before-${stamp(options.now)}`));
    rmSync(building, { recursive: true, force: true });
    return { events, aside };
  } catch (error) {
    lock.close();
    rmSync(isNew ? directory : building, { recursive: true, force: true });
    throw error;
  }
}

async function build(directory: string, now: number, fill: Fill): Promise<number> {
  const store = openSqliteStore({ directory, now });
  try {
    const transaction = await store.begin();
    const events = await fill(transaction);
    await transaction.commit();
    return events;
  } finally {
    await store.close();
  }
}

/** What was there goes first, its write-ahead log with it: beside another file it would be taken for that one's own. */
function putInPlace(directory: string, building: string, asideName: string): string | null {
  const old = ['', '-wal', '-shm']
    .map((end) => `${fileName}${end}`)
    .filter((name) => existsSync(join(directory, name)));
  const aside = join(directory, asideName);
  if (old.length > 0) mkdirSync(aside, { mode: 0o700 });
  for (const name of old) renameSync(join(directory, name), join(aside, name));
  // The index of the search belongs to what was there, and is made anew from what is there now.
  for (const end of ['', '-wal', '-shm']) rmSync(join(directory, `search.db${end}`), { force: true });
  renameSync(join(building, fileName), join(directory, fileName));
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
  return old.length > 0 ? aside : null;
}

function stamp(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+|[-:]/g, '');
}

function occupied(directory: string): StoreError {
  return new StoreError(
    'occupied',
    `There is a store in ${directory} already, and nothing was changed. Restore into another directory (--data), or put that store aside with --force.`,
  );
}
