import type { DatabaseSync } from 'node:sqlite';
import type { Snapshot } from '../snapshot.ts';
import { asking } from './asking.ts';
import { findingOfLostEvents } from './lost-events.ts';
import { inWords, openForReading } from './open.ts';
import { preparing } from './preparing.ts';

/** One snapshot of a store's file, for `verify`. */
export async function openSqliteSnapshot(directory: string): Promise<Snapshot> {
  const { database, close } = openForReading(directory);
  const ask = asking(directory, preparing(database));
  try {
    inWords(directory, () => database.exec('BEGIN'));
    const damage = integrityOf(database);
    const [row] = damage.length > 0 ? [] : await ask('SELECT position FROM log_head', []);
    const lost = damage.length > 0 ? null : findingOfLostEvents(directory, database);
    const notes = lost ? [lost] : [];
    return { ask, damage, notes, head: Number(row?.position ?? 0), [Symbol.asyncDispose]: async () => close() };
  } catch (error) {
    close();
    throw error;
  }
}

/** Some damage ends the check itself. */
function integrityOf(database: DatabaseSync): string[] {
  try {
    const rows = database.prepare('PRAGMA integrity_check').all();
    return rows.map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
