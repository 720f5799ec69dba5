import type { StorePlace } from '../ports/log/event-log.ts';
import type { SearchIndex } from '../ports/log/search.ts';
import type { QueryWorker } from '../ports/log/sql.ts';
import { openMemoryIndex, openSqliteIndex } from './sqlite-index.ts';

/** Opens the index beside a store. */
export async function openIndex(place: StorePlace, worker: QueryWorker | null = null): Promise<SearchIndex> {
  if (place.kind === 'sqlite') return openSqliteIndex(place.directory, worker);
  const { openPostgresIndex } = await import('./postgres-index.ts');
  return openPostgresIndex(place.url);
}

/** Builds the index in memory where nothing can be written. */
export function openIndexSomewhere(place: StorePlace): Promise<SearchIndex> {
  return openIndex(place).catch(openMemoryIndex);
}
