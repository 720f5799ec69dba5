import type { StorePlace } from '../ports/event-log.ts';
import type { QueryWorker } from '../ports/sql.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

export async function openStore(
  place: StorePlace,
  options: { readOnly: boolean; now: number; queryWorker?: QueryWorker },
): Promise<Store> {
  if (place.kind === 'postgres') return openPostgresStore({ url: place.url, ...options });
  return openSqliteStore({ directory: place.directory, ...options });
}
