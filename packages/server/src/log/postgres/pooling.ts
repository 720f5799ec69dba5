import { StoreError } from '../store-error.ts';
import type { Backend } from './backends.ts';
import { ownBackend } from './backends.ts';
import { Session } from './session.ts';

/**
 * Whether other connections get to use this session's backend, as behind a pooler that shares backends by transaction. A
 * pooler shows by stating a process that is not the backend's. It hands out idle backends before it starts new ones: so
 * others are taken, each held by an open transaction, until one is this session's own (shared) or has just been started.
 */
export async function isSharedSession(url: string, session: Session, backend: Backend): Promise<boolean> {
  if (session.statedBackend === backend.pid) return false;
  const held: Session[] = [];
  try {
    const [began] = await session.ask(now, []);
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
    // Whoever has to wait for a backend does not get this one.
    return false;
  } finally {
    await Promise.all(held.map((other) => other.close()));
  }
}

const now = `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') AS now`;
const maxHeld = 30;
