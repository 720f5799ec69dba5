import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from './binaries.ts';

/** A real PostgreSQL server for the tests, on a free loopback port, removed when the test ends. */
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

  /** After a crash the old processes may still be ending; the next server then refuses to start at first. */
  async start(): Promise<void> {
    for (let tries = 0; tries < 20; tries += 1) {
      if (await this.#startOnce()) return;
      await wait(100);
    }
    throw new Error('PostgreSQL did not start within 20 tries');
  }

  async #startOnce(): Promise<boolean> {
    const own = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${this.port}`];
    // In its folder, so that one that is killed leaves nothing behind.
    const settings = [...own, 'dynamic_shared_memory_type=mmap', ...this.#settings];
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

  /** `fast` disconnects all clients in order, `immediate` is equivalent to a crash. */
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
  const folder = makeCluster(programs);
  const server = new PostgresServer(programs, folder, await freePort(), settings);
  await server.start();
  return server;
}

let shared: Promise<PostgresServer> | null = null;
let borrowers = 0;

/** The server that the test files of one process share, with databases of their own. It is gone when all are done. */
export async function borrowPostgres(): Promise<Pick<PostgresServer, 'createDatabase'> & AsyncDisposable> {
  borrowers += 1;
  shared ??= startPostgres();
  const server = await shared;
  return {
    createDatabase: () => server.createDatabase(),
    async [Symbol.asyncDispose]() {
      borrowers -= 1;
      if (borrowers > 0) return;
      shared = null;
      await server[Symbol.asyncDispose]();
    },
  };
}

/** A copy of one that the first test of a run made, where the run has a folder of its own: copying takes a tenth of the time. */
function makeCluster(programs: string): string {
  const parent = tmpdir();
  if (!basename(parent).startsWith('retinue-tests-')) return initialize(programs);
  const template = join(parent, 'postgres-template');
  if (!existsSync(template)) {
    const made = initialize(programs);
    try {
      renameSync(made, template);
    } catch {
      return made; // another process was first
    }
  }
  const folder = newFolder();
  execFileSync('cp', ['-R', `${template}/.`, folder], { stdio: 'ignore', ...asServerUser() });
  return folder;
}

function initialize(programs: string): string {
  const folder = newFolder();
  const args = ['-D', folder, '-U', 'retinue', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync'];
  execFileSync(join(programs, 'initdb'), args, { stdio: 'ignore', cwd: folder, ...asServerUser() });
  return folder;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'retinue-postgres-'));
  const user = asServerUser();
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
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
