import { migrate, storeTables } from '../../log/postgres/migrations.ts';
import { openPostgresStore } from '../../log/postgres/postgres-store.ts';
import { StoreError } from '../../log/store-error.ts';
import type { Ask } from '../../ports/sql.ts';
import type { Fill } from './fill-store.ts';
import type { Restored, RestoreOptions } from './restore.ts';

/** All in one transaction. What was there moves into a schema of its own in that same transaction. */
export async function restorePostgres(url: string, options: RestoreOptions, fill: Fill): Promise<Restored> {
  const store = await openPostgresStore({ url, roundTripMs: restoreRoundTripMs });
  try {
    const transaction = await store.begin();
    try {
      const isOccupied = (await transaction.head()) > 0 || (await transaction.ask(anyRecord, [])).length > 0;
      if (isOccupied && !options.force) throw occupied();
      const aside = isOccupied ? await setAside(transaction.ask, options.now) : null;
      const { ask } = transaction;
      const filled = await fill(transaction, {
        raiseHead: async (head) => void (await ask('UPDATE log_head SET position = ?', [head])),
        // Without it the planner believes the tables to be empty, and reads all of them for each page.
        prepareReads: () => ask('ANALYZE log_event, thread_number', []),
      });
      await transaction.commit();
      return { ...filled, aside };
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
  for (const table of storeTables) await ask(`ALTER TABLE ${table} SET SCHEMA ${schema}`, []);
  await migrate(ask);
  return `schema ${schema}`;
}

/** Rows are rebuilt and verified in one transaction. */
const restoreRoundTripMs = 60 * 60_000;
const anyRecord = 'SELECT 1 FROM record LIMIT 1';

function occupied(): StoreError {
  return new StoreError(
    'occupied',
    'The database holds chats or settings already, and nothing was changed. Restore into another database, or put what it holds aside with --force.',
  );
}
