import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory } from '../../files/private-files.ts';
import { fileName, inWords, takeLock } from '../../log/sqlite/open.ts';
import { openSqliteStore } from '../../log/sqlite/sqlite-store.ts';
import { asideName, buildingNameAt, finishSwap, swapFiles } from '../../log/sqlite/swap-files.ts';
import { StoreError } from '../../log/store-error.ts';
import type { Fill, Filled } from './fill-store.ts';
import type { Restored, RestoreOptions } from './restore.ts';

/**
 * Builds the file in a folder inside the data directory and moves it into place once it is whole. The directory's lock is
 * held all the while, and the directory itself stays, since it may be a mount.
 */
export async function restoreSqlite(directory: string, options: RestoreOptions, fill: Fill): Promise<Restored> {
  const isNew = !existsSync(directory);
  using lock = inWords(directory, () => {
    makePrivateDirectory(directory);
    return takeLock(directory);
  });
  const building = buildingNameAt(options.now);
  try {
    inWords(directory, () => finishSwap(directory, fileName));
    const isOccupied = existsSync(join(directory, fileName));
    if (isOccupied && !options.force) throw occupied(directory);
    const filled = await build(join(directory, building), options.now, fill);
    const swap = { building, aside: asideName(directory, stamp(options.now)) };
    const aside = inWords(directory, () => swapFiles(directory, fileName, swap, options.reached ?? (() => {})));
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

function stamp(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+|[-:]/g, '');
}

function occupied(directory: string): StoreError {
  return new StoreError(
    'occupied',
    `There is a store in ${directory} already, and nothing was changed. Restore into another directory (--data), or put that store aside with --force.`,
  );
}
