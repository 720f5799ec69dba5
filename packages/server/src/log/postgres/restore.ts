import type { Fill } from '../fill-store.ts';
import type { Ask } from '../reads.ts';
import type { Restored, RestoreOptions } from '../restore.ts';
import { StoreError } from '../store-error.ts';
import { migrate } from './migrations.ts';
import { openPostgresStore } from './postgres-store.ts';

/** All in one transaction. What was there moves into a schema of its own in that same transaction. */
export async function restorePostgres(url: string, options: RestoreOptions, fill: Fill): Promise<Restored> {
  const store = await openPostgresStore({ url });
  try {
    const transaction = await store.begin();
    try {
      const isOccupied = (await transaction.head()) > 0 || (await transaction.ask(anyRecord, [])).length > 0;
      if (isOccupied && !options.force) throw occupied();
      const aside = isOccupied ? await setAside(transaction.ask, options.now) : null;
      const events = await fill(transaction);
      await transaction.commit();
      return { events, aside };
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  } finally {
    await store.close();
  }
}

async function setAside(ask: Ask, now: number): Promise<string> {
  const schema = `retinue_before_${now}`;
  await ask(`CREATE SCHEMA ${schema}`, []);
  await ask('DROP VIEW event', []);
  // The index of the search belongs to what was there, and is made anew from what is there now.
  await ask('DROP TABLE IF EXISTS search_place, search_thread, search_entry', []);
  for (const table of ownTables) await ask(`ALTER TABLE ${table} SET SCHEMA ${schema}`, []);
  await migrate(ask);
  return `schema ${schema}`;
}

const ownTables = [
  'store_version',
  'log_head',
  'thread_number',
  'log_event',
  'thread',
  'task',
  'question',
  'blob_use',
  'blob',
  'request',
  'record',
];
const anyRecord = 'SELECT 1 FROM record LIMIT 1';

function occupied(): StoreError {
  return new StoreError(
    'occupied',
    'The database holds chats or settings already, and nothing was changed. Restore into another database, or put what it holds aside with --force.',
  );
}
