import type { StorePlace } from '../ports/event-log.ts';
import type { Finding } from '../ports/finding.ts';
import type { Ask } from '../ports/sql.ts';
import { openPostgresSnapshot } from './postgres/snapshot.ts';
import { openSqliteSnapshot } from './sqlite/snapshot.ts';

/** One consistent view of a store, for reading, until it is disposed of. */
export interface Snapshot extends AsyncDisposable {
  ask: Ask;
  /** What the database itself finds wrong. */
  damage: string[];
  /** Findings about the store as a whole. */
  notes: Finding[];
  /** The highest position ever given. */
  head: number;
}

export function openSnapshot(place: StorePlace): Promise<Snapshot> {
  return place.kind === 'postgres' ? openPostgresSnapshot(place.url) : openSqliteSnapshot(place.directory);
}
