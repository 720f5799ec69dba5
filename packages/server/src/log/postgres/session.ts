import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Ask } from '../reads.ts';
import { connectionOptions, queryOf } from './connection.ts';
import { toConnectError, toStoreError } from './problems.ts';

/**
 * One connection to PostgreSQL. Every round trip is bounded: one that takes too long ends the connection, and with it
 * everything that was sent behind it. After an error nothing is known about its transaction until a ROLLBACK is answered.
 */
export class Session {
  readonly ask: Ask;
  readonly #client: pg.Client;
  readonly #socket: Socket;
  readonly #roundTripMs: number;

  private constructor(client: pg.Client, socket: Socket, roundTripMs: number) {
    this.#client = client;
    this.#socket = socket;
    this.#roundTripMs = roundTripMs;
    this.ask = async (text, values) => (await this.#query(text, values, roundTripMs)).rows;
  }

  static async open(
    url: string,
    options: { roundTripMs: number; onEnd: (session: Session) => void },
  ): Promise<Session> {
    const socket = new Socket();
    const client = new pg.Client({ ...connectionOptions(url), pipeline: true, stream: () => socket });
    const session = new Session(client, socket, options.roundTripMs);
    // A connection that breaks while nobody uses it says so here; the next use finds it gone.
    client.on('error', () => options.onEnd(session));
    client.on('end', () => options.onEnd(session));
    try {
      await client.connect();
      await session.ask(settingsOf(options.roundTripMs), []);
      return session;
    } catch (error) {
      session.destroy();
      throw toConnectError(error);
    }
  }

  /** The number that the other end gave as its process; one that is not the backend's is a pooler's. */
  get statedBackend(): number {
    return 'processID' in this.#client ? Number(this.#client.processID) : 0;
  }

  /** Waits for as long as it takes: what changes a whole store has no bound. */
  get askWithoutBound(): Ask {
    return async (text, values) => (await this.#query(text, values, 0)).rows;
  }

  /** Runs one command and says what the server did: it answers COMMIT with ROLLBACK when a statement before it failed. */
  async command(text: string, timeoutMs = this.#roundTripMs): Promise<string> {
    return (await this.#query(text, [], timeoutMs)).command;
  }

  async #query(text: string, values: Parameters<Ask>[1], timeoutMs: number): Promise<pg.QueryResult> {
    const query = queryOf(text, values);
    const bytes = values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
    const bounded = timeoutMs > 0 ? { ...query, query_timeout: timeoutMs + bytes / minBytesPerMs } : query;
    try {
      const result = await this.#client.query(bounded);
      return Array.isArray(result) ? (result.at(-1) ?? result) : result;
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** Ends it without a word to the server, whatever is under way. */
  destroy(): void {
    this.#client.end().catch(() => {});
    this.#socket.destroy();
  }

  async close(): Promise<void> {
    await Promise.race([this.#client.end().catch(() => {}), wait(goodbyeMs, undefined, { ref: false })]);
    this.#socket.destroy();
  }
}

/** A large append may take longer than a small one by as much. */
const minBytesPerMs = 1000;
const goodbyeMs = 1000;

/** Settings that this server does not know are left out. */
function settingsOf(roundTripMs: number): string {
  const settings = {
    default_transaction_isolation: 'read committed',
    // The client gives up first; these are for a server that outlives it.
    statement_timeout: `${Math.max(60_000, roundTripMs * 2)}`,
    lock_timeout: `${Math.max(10_000, roundTripMs)}`,
    idle_in_transaction_session_timeout: '60000',
    transaction_timeout: '0',
    idle_session_timeout: '0',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '3',
    tcp_user_timeout: '25000',
  };
  const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`);
  return `SELECT set_config(wanted.name, wanted.value, false) FROM (VALUES ${values.join(', ')}) AS wanted (name, value)
    JOIN pg_settings ON pg_settings.name = wanted.name`;
}
