import { type Backend, endBackends, isSharedSession, ownBackend } from './backends.ts';
import { prepareAgain, prepareStore, refuseWeakSettings } from './prepare-store.ts';
import { pooled } from './problems.ts';
import { Session } from './session.ts';

/** The last given position, and the id of the last commit. */
export interface LogPlace {
  position: number;
  commitId: string;
}

/** The one connection that appends. When it is lost, the next use opens another and checks everything again. */
export class Writer {
  readonly #url: string;
  readonly #roundTripMs: number;
  #session: Session | null = null;
  /** Our sessions that the server may still have, the current one last. */
  #backends: Backend[] = [];
  #left: LogPlace | null = null;
  #expected: LogPlace | null = null;

  constructor(url: string, roundTripMs: number) {
    this.#url = url;
    this.#roundTripMs = roundTripMs;
  }

  /** The process of the server that holds this writer's locks. */
  get backend(): number {
    return this.#backends.at(-1)?.pid ?? 0;
  }

  /** A transaction found the log at this position; returns whether another writer has moved it. */
  found(place: LogPlace): boolean {
    const left = this.#left;
    this.#left = place;
    return left !== null && (left.position !== place.position || left.commitId !== place.commitId);
  }

  /** A commit is about to leave the log at this position, or has failed. */
  expect(place: LogPlace | null): void {
    this.#expected = place;
  }

  /** A commit left the log at this position. */
  left(place: LogPlace): void {
    this.#left = place;
    this.#expected = null;
  }

  /** Whether the commit whose reply was lost took place. Once this has a session, the one before is gone. */
  async settle(): Promise<boolean> {
    const expected = this.#expected;
    if (!expected) return false;
    const { ask } = await this.session();
    const [found] = await ask('SELECT commit_id FROM log_head', []);
    const tookPlace = found?.commit_id === expected.commitId;
    if (tookPlace) this.left(expected);
    this.#expected = null;
    return tookPlace;
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
      if (this.#left) await prepareAgain(session, old);
      else this.#left = await prepareStore(session, old);
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
