import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Finding } from '../../ports/log/finding.ts';

/*
 * The search index is a separate file beside the store and never gets ahead of it. An index that is ahead therefore
 * shows that the store is an older copy of itself, such as one made without its -wal file: acknowledged events are
 * missing. That is noted in the store and reported until a backup is restored. The positions of those events are not
 * given again, and the index is rebuilt.
 */
interface LostEvents {
  /** The last position that the store still had. */
  after: number;
  /** The last position that the index had seen. */
  upTo: number;
  foundAt: number;
  isIndexStale: boolean;
}

/** Must be called by the only writer of the directory. Returns a message about the store, if there is one. */
export function noteLostEvents(directory: string, database: DatabaseSync, now: number): string | null {
  const noted = readNote(database);
  const found = noted ? null : findLostEvents(directory, database);
  const lost = noted ?? (found && { ...found, foundAt: now, isIndexStale: true });
  if (!lost) return null;
  if (lost.isIndexStale) {
    if (found) writeNote(database, lost, found.upTo);
    for (const end of ['', '-wal', '-shm']) rmSync(join(directory, `${indexFile}${end}`), { force: true });
    writeNote(database, { ...lost, isIndexStale: false }, null);
  }
  return tellLostEvents(lost);
}

/** For `verify`, also of a copy that was never started. */
export function findingOfLostEvents(directory: string, database: DatabaseSync): Finding | null {
  const lost = readNote(database) ?? findLostEvents(directory, database);
  return lost && { rule: 'file', about: 'the store', message: tellLostEvents(lost) };
}

function tellLostEvents({ after, upTo }: Pick<LostEvents, 'after' | 'upTo'>): string {
  return `The store is older than its search index: the events after position ${after}, up to ${upTo}, are missing. It was probably copied without its -wal file. Restore a newer backup. To keep the store as it is, make a backup of it and restore that.`;
}

const noteName = 'lost-events';
const indexFile = 'search.db';

function readNote(database: DatabaseSync): LostEvents | null {
  const row = database.prepare('SELECT data FROM store_note WHERE name = ?').get(noteName);
  return row ? (JSON.parse(String(row.data)) as LostEvents) : null;
}

function writeNote(database: DatabaseSync, lost: LostEvents, head: number | null): void {
  database.exec('BEGIN IMMEDIATE');
  database.prepare('INSERT OR REPLACE INTO store_note (name, data) VALUES (?, ?)').run(noteName, JSON.stringify(lost));
  if (head !== null) {
    database.prepare("DELETE FROM sqlite_sequence WHERE name = 'log_event'").run();
    database.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('log_event', ?)").run(head);
  }
  database.exec('COMMIT');
}

function findLostEvents(directory: string, database: DatabaseSync): Pick<LostEvents, 'after' | 'upTo'> | null {
  const path = join(directory, indexFile);
  if (!existsSync(path)) return null;
  try {
    using index = new DatabaseSync(path, { readOnly: true });
    const upTo = Number(index.prepare('SELECT position FROM search_place').get()?.position ?? 0);
    const after = Number(database.prepare('SELECT position FROM log_head').get()?.position ?? 0);
    return upTo > after && (after === 0 || knowSameThread(index, database)) ? { after, upTo } : null;
  } catch {
    // An index that can't be read shows nothing; the search rebuilds it.
    return null;
  }
}

/** An index that knows no thread of the store belongs to another store. */
function knowSameThread(index: DatabaseSync, database: DatabaseSync): boolean {
  const known = database.prepare('SELECT 1 FROM thread_number WHERE id = ?');
  for (const { id } of index.prepare('SELECT id FROM search_thread').iterate()) {
    if (known.get(String(id))) return true;
  }
  return false;
}
