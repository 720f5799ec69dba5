import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Ask } from '../../ports/log/sql.ts';
import { connectionOptions, queryOf } from './connection.ts';
import { connectError, queryError } from './problems.ts';

/**
 * One connection to PostgreSQL. Every round trip is bounded: one that takes too long ends the connection, and with it
 * everything that was sent behind it. After an error nothing is known about its transaction until a ROLLBACK is
 * answered.
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
    // A connection that breaks while idle reports it here; the next use finds it closed.
    client.on('error', () => options.onEnd(session));
    client.on('end', () => options.onEnd(session));
    try {
      await client.connect();
      await session.ask(settingsOf(options.roundTripMs), []);
      return session;
    } catch (error) {
      session.destroy();
      throw connectError(error);
    }
  }

  /** The process number that the other end reported; if it is not the backend's, there is a pooler. */
  get statedBackend(): number {
    return 'processID' in this.#client ? Number(this.#client.processID) : 0;
  }

  /** With a bound of its own, for statements that change a whole store. */
  askWithin(timeoutMs: number): Ask {
    return async (text, values) => (await this.#query(text, values, timeoutMs)).rows;
  }

  /**
   * Runs one command and returns the server's reply: it answers COMMIT with ROLLBACK when a statement before it failed.
   */
  async command(text: string, timeoutMs = this.#roundTripMs): Promise<string> {
    return (await this.#query(text, [], timeoutMs)).command;
  }

  async #query(text: string, values: Parameters<Ask>[1], timeoutMs: number): Promise<pg.QueryResult> {
    const query = queryOf(text, values);
    const bytes = values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
    const bounded = { ...query, query_timeout: timeoutMs + bytes / minBytesPerMs };
    try {
      const result = await this.#client.query(bounded);
      return Array.isArray(result) ? (result.at(-1) ?? result) : result;
    } catch (error) {
      throw queryError(error);
    }
  }

  /** Closes it without a message to the server, whatever is running. */
  destroy(): void {
    this.#client.end().catch(() => {});
    this.#socket.destroy();
  }

  async close(): Promise<void> {
    await Promise.race([this.#client.end().catch(() => {}), wait(goodbyeMs, undefined, { ref: false })]);
    this.#socket.destroy();
  }
}

/** The larger an append, the longer it may take. */
const minBytesPerMs = 1000;
const goodbyeMs = 1000;

/** Settings that this server does not support are left out. */
function settingsOf(roundTripMs: number): string {
  const settings = {
    default_transaction_isolation: 'read committed',
    // The client gives up first; these are for a server that outlives it.
    statement_timeout: `${Math.max(60_000, roundTripMs * 2)}`,
    lock_timeout: '10000',
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
