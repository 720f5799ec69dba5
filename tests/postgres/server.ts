import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from './binaries.ts';

/** A real PostgreSQL server of the tests' own, on a free loopback port, gone when the test is. */
export class PostgresServer implements AsyncDisposable {
  readonly port: number;
  readonly #programs: string;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | null = null;
  #databases = 0;

  constructor(programs: string, folder: string, port: number, settings: readonly string[]) {
    this.#programs = programs;
    this.#folder = folder;
    this.port = port;
    this.#settings = settings;
  }

  /** After a crash the processes of the one before may still be on their way out; the next then refuses to start at first. */
  async start(): Promise<void> {
    for (let tries = 0; tries < 20; tries += 1) {
      if (await this.#startOnce()) return;
      await wait(100);
    }
    throw new Error('PostgreSQL did not start within 20 tries');
  }

  async #startOnce(): Promise<boolean> {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${this.port}`, ...this.#settings];
    const args = ['-D', this.#folder, ...settings.flatMap((setting) => ['-c', setting])];
    const server = spawn(join(this.#programs, 'postgres'), args, { stdio: 'ignore', ...asServerUser() });
    this.#process = server;
    process.once('exit', () => server.kill('SIGKILL'));
    for (let looks = 0; looks < 600 && server.exitCode === null; looks += 1) {
      if (await this.#answers()) return true;
      await wait(20);
    }
    return false;
  }

  /** `fast` disconnects everybody in order, `immediate` is as good as a crash. */
  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const server = this.#process;
    this.#process = null;
    if (!server || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  async createDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `test_${this.#databases}`;
    await this.query(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  url(database = 'postgres'): string {
    return `postgres://retinue@127.0.0.1:${this.port}/${database}`;
  }

  async query(text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(this.url(database));
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  async #answers(): Promise<boolean> {
    return this.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('immediate');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const programs = findPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'retinue-postgres-'));
  const user = asServerUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const args = ['-D', folder, '-U', 'retinue', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync'];
  execFileSync(join(programs, 'initdb'), args, { stdio: 'ignore', cwd: folder, ...user });
  const server = new PostgresServer(programs, folder, await freePort(), settings);
  await server.start();
  return server;
}

/** PostgreSQL refuses to run as root. */
function asServerUser(): { uid: number; gid: number } | null {
  const nobody = 65534;
  return userInfo().uid === 0 ? { uid: nobody, gid: nobody } : null;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
