import type pg from 'pg';
import type { Ask } from '../../ports/log/sql.ts';
import { mayPass } from '../retry-while-unavailable.ts';
import { postgresAsk } from './connection.ts';
import { connectError } from './problems.ts';

/**
 * Whether the database takes a write, by one that is rolled back. It makes a table: that needs new pages, so a full
 * disk is noticed, while our own tables may have free pages. Throws if the database can't be reached.
 */
export async function canWrite(pool: pg.Pool): Promise<boolean> {
  const client = await connected(pool);
  // A broken connection is reported here and by its next query.
  const ignore = () => {};
  client.on('error', ignore);
  let problem: unknown = null;
  try {
    await writeSomething(postgresAsk(client));
  } catch (error) {
    problem = error;
  }
  const isOpen = await postgresAsk(client)('ROLLBACK', []).then(
    () => true,
    () => false,
  );
  client.off('error', ignore);
  client.release(!isOpen);
  if (mayPass(problem)) throw problem;
  return problem === null;
}

async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw connectError(error);
  }
}

async function writeSomething(ask: Ask): Promise<void> {
  await ask('BEGIN', []);
  await ask('DELETE FROM log_head WHERE false', []);
  const [role] = await ask(`SELECT has_schema_privilege(current_schema(), 'CREATE') AS may_create`, []);
  // A role that may create no tables is tested no further.
  if (role?.may_create !== true) return;
  const rows = `SELECT repeat('x', 1600) AS content FROM generate_series(1, 40)`;
  await ask(`CREATE UNLOGGED TABLE retinue_write_probe AS ${rows}`, []);
}
