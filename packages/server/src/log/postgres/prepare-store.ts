import { setTimeout as wait } from 'node:timers/promises';
import type { Ask } from '../../ports/sql.ts';
import { StoreError } from '../store-error.ts';
import type { Backend } from './backends.ts';
import { endBackends } from './backends.ts';
import { takeAppendLock, takeProcessLock } from './locks.ts';
import { isUpToDate, migrate } from './migrations.ts';
import type { Session } from './session.ts';
import type { LogPlace } from './writer.ts';

/** Makes sure that this session may write, brings the store up to date and says where the log stands. */
export async function prepareStore(session: Session, old: readonly Backend[]): Promise<LogPlace> {
  await takeProcess(session.ask, old);
  const ask = session.askWithoutBound;
  await ask('BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0', []);
  await ask(takeAppendLock, []);
  await migrate(ask);
  const [place] = await ask('SELECT position, commit_id FROM log_head', []);
  const tag = await session.command('COMMIT', 0);
  if (tag !== 'COMMIT') throw new Error(`PostgreSQL answered COMMIT with ${tag}`);
  return { position: Number(place?.position), commitId: String(place?.commit_id) };
}

/** The same for a store that this process has prepared before, in as few round trips as can be. */
export async function prepareAgain(session: Session, old: readonly Backend[]): Promise<void> {
  await takeProcess(session.ask, old);
  if (!(await isUpToDate(session.ask))) await prepareStore(session, []);
}

/**
 * A process that died a moment ago may still hold the lock: the server takes its time to notice. A session of our own is
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
