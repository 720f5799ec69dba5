import type { Ask } from '../../ports/sql.ts';

/** A session on the server. A process id alone may be given again; with its start it is one session for good. */
export interface Backend {
  pid: number;
  startedAt: string;
}

export async function ownBackend(ask: Ask): Promise<Backend> {
  const [row] = await ask(`SELECT pid, ${startedAt} AS started FROM pg_stat_activity WHERE pid = pg_backend_pid()`, []);
  return { pid: Number(row?.pid), startedAt: String(row?.started) };
}

/**
 * Ends sessions of ours that the server has not noticed the loss of, and says which are still there. One that waits for a
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

const startedAt = `to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`;
