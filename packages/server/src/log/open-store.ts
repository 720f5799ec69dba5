import type { StorePlace } from '../ports/log/event-log.ts';
import type { QueryWorker } from '../ports/log/sql.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { LogStore } from './store.ts';

export async function openStore(
  place: StorePlace,
  options: { readOnly: boolean; now: number; queryWorker?: QueryWorker },
): Promise<LogStore> {
  if (place.kind === 'postgres') return openPostgresStore({ url: place.url, ...options });
  return openSqliteStore({ directory: place.directory, ...options });
}
