import type { CommitOutcome } from '../store.ts';
import { type Backend, endBackends, isSharedSession, ownBackend } from './backends.ts';
import { prepareAgain, prepareStore, refuseWeakSettings } from './prepare-store.ts';
import { pooled } from './problems.ts';
import { Session } from './session.ts';

/** The log's head: the last given position, and the ids of the last commit of each process, the newest first. */
export interface LogPlace {
  position: number;
  commitIds: string;
}

export interface WriterBounds {
  /** Time that one round trip of an append may take before its connection counts as lost. */
  roundTripMs: number;
  /** The same for a statement of a migration, which may change every row. */
  migrationStepMs: number;
}

/** The one connection that appends. When it is lost, the next use opens another and checks everything again. */
export class Writer {
  readonly #url: string;
  readonly #roundTripMs: number;
  readonly #migrationStepMs: number;
  #session: Session | null = null;
  /** Our sessions that the server may still have, the current one last. */
  #backends: Backend[] = [];
  #left: LogPlace | null = null;
  #expected: LogPlace | null = null;
  /** Its last commit that is known to have taken place. */
  #commitId: string | null = null;

  constructor(url: string, { roundTripMs, migrationStepMs }: WriterBounds) {
    this.#url = url;
    this.#roundTripMs = roundTripMs;
    this.#migrationStepMs = migrationStepMs;
  }

  /** The process of the server that holds this writer's locks. */
  get backend(): number {
    return this.#backends.at(-1)?.pid ?? 0;
  }

  /** A transaction found the log at this position; returns whether another writer has moved it. */
  found(place: LogPlace): boolean {
    const left = this.#left;
    this.#left = place;
    return left !== null && (left.position !== place.position || left.commitIds !== place.commitIds);
  }

  /** The ids that a commit with this id leaves in the head, where it replaces this process's last one. */
  commitIdsAfter(commitId: string): string {
    const others = idsIn(this.#left).filter((id) => id !== this.#commitId);
    return [commitId, ...others].slice(0, maxProcesses).join(' ');
  }

  /** A commit is about to leave the log at this position, or has failed. */
  expect(place: LogPlace | null): void {
    this.#expected = place;
  }

  /** A commit left the log at this position. */
  left(place: LogPlace): void {
    this.#left = place;
    this.#commitId = idsIn(place)[0] ?? null;
    this.#expected = null;
  }

  /**
   * The outcome of the commit whose reply was lost. Once this has a session, the one before is gone. Other processes may
   * have committed since then, and each leaves the last commit of every other process in the head.
   */
  async settle(): Promise<CommitOutcome> {
    const expected = this.#expected;
    if (!expected) return 'absent';
    const { ask } = await this.session();
    const [row] = await ask('SELECT position, commit_id FROM log_head', []);
    const found = { position: Number(row?.position), commitIds: String(row?.commit_id) };
    const outcome = this.#outcomeOf(expected, found);
    if (outcome === 'stored') this.left(expected);
    this.#expected = null;
    return outcome;
  }

  #outcomeOf(expected: LogPlace, found: LogPlace): CommitOutcome {
    const ids = idsIn(found);
    if (ids.includes(idsIn(expected)[0] ?? '')) return 'stored';
    const isUnmoved = found.commitIds === this.#left?.commitIds;
    return isUnmoved || (this.#commitId !== null && ids.includes(this.#commitId)) ? 'absent' : 'unknown';
  }

  async session(): Promise<Session> {
    this.#session ??= await this.#connect();
    return this.#session;
  }

  async #connect(): Promise<Session> {
    const session = await Session.open(this.#url, {
      roundTripMs: this.#roundTripMs,
      onEnd: (ended) => this.#forget(ended),
    });
    try {
      const [backend] = await Promise.all([ownBackend(session.ask), refuseWeakSettings(session.ask)]);
      if (await isSharedSession(this.#url, session, backend)) throw pooled();
      const old = await endBackends(session.ask, this.#backends);
      // Recorded before it takes a lock: if the connection is lost from here on, its locks can be found.
      this.#backends = [...old, backend];
      if (this.#left) await prepareAgain(session, old, this.#migrationStepMs);
      else this.#left = await prepareStore(session, old, this.#migrationStepMs);
      return session;
    } catch (error) {
      session.destroy();
      throw error;
    }
  }

  #forget(session: Session): void {
    if (this.#session === session) this.#session = null;
  }

  /** Closes a connection that may hold half a transaction. */
  drop(session: Session): void {
    this.#forget(session);
    session.destroy();
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.close();
  }
}

function idsIn(place: LogPlace | null): string[] {
  return place?.commitIds.split(' ').filter((id) => id !== '') ?? [];
}

/** So many processes may commit while another one is away, before it can no longer learn the outcome of its commit. */
const maxProcesses = 8;
