import type { StorePlace } from '../../ports/event-log.ts';
import { readBackup } from '../backup/backup-lines.ts';
import type { Filled } from './fill-store.ts';
import { fillStore } from './fill-store.ts';
import { restorePostgres } from './restore-postgres.ts';
import { restoreSqlite } from './restore-sqlite.ts';

export interface RestoreOptions {
  /** Put what is there now aside, instead of refusing. */
  force: boolean;
  now: number;
  /** Told of each step of putting the new file in place, before the next one: a test may end the process there. */
  reached?: (step: string) => void;
}

export interface Restored extends Filled {
  /** Where what was there before is now. */
  aside: string | null;
}

/** A backup becomes the store, or nothing is changed: it is checked in full before it is committed. */
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
