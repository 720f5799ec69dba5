import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Ask } from '../reads.ts';
import { StoreError } from '../store-error.ts';
import { asking, connectionOptions } from './connection.ts';
import { migrate } from './migrations.ts';
import { toStoreError } from './problems.ts';

/** The one connection that appends. When it is lost, the next use opens another and makes sure of everything again. */
export class Writer {
  readonly #url: string;
  #client: pg.Client | null = null;
  #head: number | null = null;
  #isAlone = true;

  constructor(url: string) {
    this.#url = url;
  }

  /** Whether everything in the log since this writer first looked was appended by itself. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** A transaction found the log here. */
  found(head: number): void {
    if (this.#head !== null && this.#head !== head) this.#isAlone = false;
    this.#head = head;
  }

  /** A commit left the log here. */
  left(head: number): void {
    this.#head = head;
  }

  async ask(): Promise<Ask> {
    this.#client ??= await this.#connect();
    return asking(this.#client);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...connectionOptions(this.#url), pipeline: true });
    // A connection that breaks while nobody uses it says so here; the next use finds it gone.
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    try {
      await client.connect();
      this.found(await prepareStore(asking(client)));
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw toStoreError(error);
    }
  }

  #drop(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
  }

  /** Lets go of a connection that may hold half a transaction. */
  async reset(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }
}

/** Serialises appends, so that positions follow the order of the commits. */
export const takeAppendLock = `SELECT pg_advisory_xact_lock(${0x5245544e}, 1)`;
const takeProcessLock = `SELECT pg_try_advisory_lock(${0x5245544e}, 2) AS taken`;

/** Says where the log stands. */
async function prepareStore(ask: Ask): Promise<number> {
  await refuseWeakSettings(ask);
  if (!(await tryProcessLock(ask))) {
    throw new StoreError(
      'held',
      'Another Retinue process works on this database. Stop it, or name another database with DATABASE_URL.',
    );
  }
  await ask(`BEGIN; ${takeAppendLock}`, []);
  await migrate(ask);
  const [place] = await ask('SELECT position FROM log_head', []);
  await ask('COMMIT', []);
  return Number(place?.position);
}

/** A process that died a moment ago may still have it: the server takes its time to notice. */
async function tryProcessLock(ask: Ask): Promise<boolean> {
  for (let tries = 0; tries < 40; tries += 1) {
    const [lock] = await ask(takeProcessLock, []);
    if (lock?.taken) return true;
    await wait(50);
  }
  return false;
}

/** With these, an acknowledged append could be lost. */
async function refuseWeakSettings(ask: Ask): Promise<void> {
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
