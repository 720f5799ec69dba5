import pg from 'pg';
import type { Look } from '../verify.ts';
import { asking, connectionOptions, plannerSettings } from './connection.ts';
import { checkVersion } from './migrations.ts';
import { toStoreError } from './problems.ts';

/** One snapshot of a database, for `verify`. PostgreSQL has checksums of its own, so no more is asked about its files. */
export async function lookAtPostgres(url: string): Promise<Look> {
  const client = new pg.Client(connectionOptions(url));
  client.on('error', () => {});
  const ask = asking(client);
  try {
    await client.connect();
    await ask(plannerSettings, []);
    await ask('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY', []);
    await checkVersion(ask);
    const [row] = await ask('SELECT position FROM log_head', []);
    return { ask, damage: [], notes: [], head: Number(row?.position), [Symbol.asyncDispose]: () => client.end() };
  } catch (error) {
    await client.end().catch(() => {});
    throw toStoreError(error);
  }
}
