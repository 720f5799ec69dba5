import { setTimeout as wait } from 'node:timers/promises';
import type { Ask } from '../../ports/log/sql.ts';
import { StoreError } from '../../ports/log/store-error.ts';
import { type Backend, endBackends } from './backends.ts';
import { isUpToDate, migrateDatabase } from './migrations.ts';
import type { Session } from './session.ts';
import type { LogPlace } from './writer.ts';

/** Checks that this session may write, brings the store up to date and returns the position of the log. */
export async function prepareStore(
  session: Session,
  old: readonly Backend[],
  migrationStepMs: number,
): Promise<LogPlace> {
  await takeProcess(session.ask, old);
  await session.ask(`BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = ${migrationStepMs}`, []);
  await session.ask(takeAppendLock, []);
  const hasChanged = await migrateDatabase(session.ask, session.askWithin(migrationStepMs));
  const [place] = await session.ask('SELECT position, commit_id FROM log_head', []);
  // A commit of much may take long, as beside a synchronous standby.
  const tag = await session.command('COMMIT', hasChanged ? migrationStepMs : undefined);
  if (tag !== 'COMMIT') throw new Error(`PostgreSQL answered COMMIT with ${tag}`);
  return { position: Number(place?.position), commitIds: String(place?.commit_id) };
}

/** The same for a store that this process has prepared before, in as few round trips as possible. */
export async function prepareAgain(session: Session, old: readonly Backend[], migrationStepMs: number): Promise<void> {
  await takeProcess(session.ask, old);
  if (!(await isUpToDate(session.ask))) await prepareStore(session, [], migrationStepMs);
}

/**
 * A process that died a moment ago may still hold the lock: the server takes time to notice. A session of our own is
 * ended again until it is gone, and is no other process.
 */
async function takeProcess(ask: Ask, old: readonly Backend[]): Promise<void> {
  let ours = old;
  for (let tries = 0; tries < 40; tries += 1) {
    const [lock] = await ask(takeProcessLock, []);
    if (lock?.taken) return;
    ours = await endBackends(ask, ours);
    await wait(50);
  }
  if (ours.length > 0) throw stillOurs();
  throw new StoreError(
    'held',
    'Another Retinue process works on this database. Stop it, or name another database with DATABASE_URL.',
  );
}

function stillOurs(): StoreError {
  return new StoreError(
    'unreachable',
    "Retinue's earlier session on the database has not ended yet. Work resumes by itself.",
  );
}

/** With these, an acknowledged append could be lost. */
export async function refuseWeakSettings(ask: Ask): Promise<void> {
  const weak = await ask(
    "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'",
    [],
  );
  if (weak.length === 0) return;
  const names = weak.map(({ name }) => name).join(', ');
  throw new StoreError(
    'weak',
    `PostgreSQL runs with ${names} off, so what it acknowledges may be lost. Turn ${names} on.`,
  );
}

/** Advisory locks are known by these numbers in every release. */
const retinue = 0x5245544e;

/** Serializes appends, so that positions follow the order of the commits. */
export const takeAppendLock = `SELECT pg_advisory_xact_lock(${retinue}, 1)`;

/** Held by the one process that works on the database, for as long as its session lives. */
const takeProcessLock = `SELECT pg_try_advisory_lock(${retinue}, 2) AS taken`;
