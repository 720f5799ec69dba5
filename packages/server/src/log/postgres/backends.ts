import type { Ask } from '../../ports/log/sql.ts';
import { StoreError } from '../../ports/log/store-error.ts';
import { Session } from './session.ts';

/** A session on the server. A process id alone may be reused; with its start time it is unique. */
export interface Backend {
  pid: number;
  startedAt: string;
}

export async function ownBackend(ask: Ask): Promise<Backend> {
  const [row] = await ask(`SELECT pid, ${startedAt} AS started FROM pg_stat_activity WHERE pid = pg_backend_pid()`, []);
  return { pid: Number(row?.pid), startedAt: String(row?.started) };
}

/**
 * Ends our sessions whose loss the server has not noticed, and returns those that remain. One that waits for a
 * synchronous standby is left alone: ended, it would show a commit that the standby does not have.
 */
export async function endBackends(ask: Ask, backends: readonly Backend[]): Promise<Backend[]> {
  if (backends.length === 0) return [];
  const rows = await ask(
    `SELECT pid, ${startedAt} AS started,
      CASE WHEN wait_event IS DISTINCT FROM 'SyncRep' THEN pg_terminate_backend(pid) END AS ended
    FROM pg_stat_activity JOIN json_to_recordset(?) AS own (pid INT, started_at TEXT) USING (pid)
    WHERE ${startedAt} = own.started_at AND pid <> pg_backend_pid()`,
    [JSON.stringify(backends.map((backend) => ({ pid: backend.pid, started_at: backend.startedAt })))],
  );
  return rows.map(({ pid, started }) => ({ pid: Number(pid), startedAt: String(started) }));
}

/**
 * Whether other connections get to use this session's backend, as behind a pooler that shares backends by transaction.
 * A pooler reports a process that is not the backend's. It hands out idle backends before it starts new ones: so others
 * are taken, each held by an open transaction, until one is this session's own (shared) or has just been started.
 */
export async function isSharedSession(url: string, session: Session, backend: Backend): Promise<boolean> {
  if (session.statedBackend === backend.pid) return false;
  const held: Session[] = [];
  try {
    const [began] = await session.ask(`SELECT ${exactly('clock_timestamp()')} AS now`, []);
    for (let tries = 0; tries < maxHeld; tries += 1) {
      const other = await Session.open(url, { roundTripMs: 5000, onEnd: () => {} });
      held.push(other);
      await other.command('BEGIN');
      const found = await ownBackend(other.ask);
      if (found.pid === backend.pid && found.startedAt === backend.startedAt) return true;
      if (found.startedAt > String(began?.now)) return false;
    }
    return false;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'pooled') return true;
    // A session that has to wait for a backend does not get this one.
    return false;
  } finally {
    await Promise.all(held.map((other) => other.close()));
  }
}

const exactly = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`;
const startedAt = exactly('backend_start');
const maxHeld = 30;
