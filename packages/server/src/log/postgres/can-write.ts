import type pg from 'pg';
import type { Ask } from '../../ports/sql.ts';
import { mayPass } from '../retry-while-unavailable.ts';
import { asking } from './connection.ts';
import { toConnectError } from './problems.ts';

/**
 * Whether the database takes a write, by one that is rolled back. It makes a table: that needs new pages, so a full disk is
 * noticed, where a table of ours may have pages to spare. Throws if the database can't be reached.
 */
export async function canWrite(pool: pg.Pool): Promise<boolean> {
  const client = await connected(pool);
  // A connection that breaks says so here and in its next answer.
  const ignore = () => {};
  client.on('error', ignore);
  let problem: unknown = null;
  try {
    await writeSomething(asking(client));
  } catch (error) {
    problem = error;
  }
  const isOpen = await asking(client)('ROLLBACK', []).then(
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
    throw toConnectError(error);
  }
}

async function writeSomething(ask: Ask): Promise<void> {
  await ask('BEGIN', []);
  await ask('DELETE FROM log_head WHERE false', []);
  const [role] = await ask(`SELECT has_schema_privilege(current_schema(), 'CREATE') AS may_create`, []);
  // A role that may make no tables is asked no more than that.
  if (role?.may_create !== true) return;
  const rows = `SELECT repeat('x', 1600) AS content FROM generate_series(1, 40)`;
  await ask(`CREATE UNLOGGED TABLE retinue_write_probe AS ${rows}`, []);
}
