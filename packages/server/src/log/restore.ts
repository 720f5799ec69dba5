import type { StorePlace } from '../ports/event-log.ts';
import { readBackup } from './backup-lines.ts';
import { fillStore } from './fill-store.ts';
import { restorePostgres } from './postgres/restore.ts';
import { restoreSqlite } from './sqlite/restore.ts';

export interface RestoreOptions {
  /** Put what is there now aside, instead of refusing. */
  force: boolean;
  now: number;
}

export interface Restored {
  events: number;
  /** Where what was there before is now. */
  aside: string | null;
}

/** A backup becomes the store, or nothing is changed: it is checked in full before it is committed. */
export async function restoreStore(
  place: StorePlace,
  lines: AsyncIterable<string>,
  options: RestoreOptions,
): Promise<Restored> {
  const fill = fillStore(readBackup(lines));
  return place.kind === 'postgres'
    ? restorePostgres(place.url, options, fill)
    : restoreSqlite(place.directory, options, fill);
}
