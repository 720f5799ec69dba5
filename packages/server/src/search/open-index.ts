import type { StorePlace } from '../ports/event-log.ts';
import type { SearchIndex } from '../ports/search.ts';
import type { QueryWorker } from '../ports/sql.ts';
import { openMemoryIndex, openSqliteIndex } from './sqlite-index.ts';

/** The index of a store, beside it. */
export async function openIndex(place: StorePlace, worker: QueryWorker | null = null): Promise<SearchIndex> {
  if (place.kind === 'sqlite') return openSqliteIndex(place.directory, worker);
  const { openPostgresIndex } = await import('./postgres-index.ts');
  return openPostgresIndex(place.url);
}

/** Where nothing can be written it is made in memory, for this once. */
export function openIndexSomewhere(place: StorePlace): Promise<SearchIndex> {
  return openIndex(place).catch(openMemoryIndex);
}
