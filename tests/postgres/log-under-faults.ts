import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { LogEvent, ThreadId, ThreadState } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { noFailpoints } from '../../packages/server/src/log/failpoints.ts';
import { GroupedLog } from '../../packages/server/src/log/grouped-log.ts';
import { openPostgresStore } from '../../packages/server/src/log/postgres/postgres-store.ts';
import { retryWhileUnavailable } from '../../packages/server/src/log/retry-while-unavailable.ts';
import { StoreError } from '../../packages/server/src/ports/log/store-error.ts';
import { systemClock } from '../../packages/server/src/ports/runtime/clock.ts';
import type { DecideFault, Fault } from './fault-proxy.ts';
import { FaultProxy } from './fault-proxy.ts';
import type { PostgresServer } from './server.ts';

/** A log on a real PostgreSQL, behind a proxy that applies a test's faults to its statements. */
export class LogUnderFaults implements AsyncDisposable {
  readonly log: GroupedLog;
  readonly proxy: FaultProxy;
  readonly database: string;
  /** Every event that a subscriber received, in that order. */
  readonly told: LogEvent[] = [];
  readonly #url: string;

  constructor(log: GroupedLog, proxy: FaultProxy, url: string) {
    this.log = log;
    this.proxy = proxy;
    this.#url = url;
    this.database = databaseOf(url);
    log.subscribe(({ events }) => this.told.push(...events));
  }

  /** Compares memory, the store and the subscribers. */
  async check(threadIds: readonly ThreadId[]): Promise<void> {
    assert.deepEqual(await verifyStore({ kind: 'postgres', url: this.#url }), []);
    const store = await openPostgresStore({ url: this.#url, readOnly: true });
    const fresh = logOn(store);
    for (const threadId of threadIds) {
      const inMemory = await this.log.thread(localWorkspaceId, threadId);
      assert.deepEqual(inMemory, await fresh.thread(localWorkspaceId, threadId), `${threadId} differs in memory`);
    }
    const stored = await fresh.read({ workspaceId: localWorkspaceId, after: 0, limit: 1_000_000 });
    assert.deepEqual(this.told.map(placeOf), stored.map(placeOf), 'the subscribers were told of something else');
    await fresh.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.log.close();
    await this.proxy[Symbol.asyncDispose]();
  }
}

export async function openUnderFaults(
  server: PostgresServer,
  decide: DecideFault,
  { maxRetryMs = 5000, roundTripMs = 1000, overtake = async () => {} }: UnderFaultsOptions = {},
): Promise<LogUnderFaults> {
  const url = await server.createDatabase();
  const proxy = await FaultProxy.start({
    port: server.port,
    decide,
    overtake: () => overtake(databaseOf(url)),
    signal: async (kind, backend) => void (await server.query(`SELECT pg_${kind}_backend(${backend})`)),
  });
  // A start does not retry, and a busy machine may take longer than a short round trip.
  const store = await retryWhileUnavailable(30_000, () =>
    openPostgresStore({ url: proxy.url(databaseOf(url)), maxRetryMs, roundTripMs }),
  );
  return new LogUnderFaults(logOn(store), proxy, url);
}

interface UnderFaultsOptions {
  maxRetryMs?: number;
  roundTripMs?: number;
  /** Writes to the database as another process, at a fault that gives it the time. */
  overtake?: (database: string) => Promise<void>;
}

/** A log of another process, beside the proxy. It gets the database once the session before it has ended there. */
export async function openBeside(server: PostgresServer, database: string): Promise<GroupedLog> {
  for (let tries = 0; ; tries += 1) {
    try {
      return logOn(await openPostgresStore({ url: server.url(database) }));
    } catch (error) {
      if (tries === 10 || !(error instanceof StoreError && error.code === 'held')) throw error;
    }
  }
}

/** Applies this once, to the next statement that matches after it was armed. */
export class OneFault {
  #armed: { fault: Fault; match: RegExp } | null = null;

  readonly decide: DecideFault = (text) => {
    const armed = this.#armed;
    if (!armed?.match.test(text)) return null;
    this.#armed = null;
    return armed.fault;
  };

  arm(fault: Fault, match: RegExp): void {
    this.#armed = { fault, match };
  }

  get isDone(): boolean {
    return this.#armed === null;
  }
}

/** Waits for a condition that must become true by itself. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20);
}

export function textsIn(state: ThreadState | null): string[] {
  const items = state?.items ?? [];
  return items.flatMap((item) => (item.type === 'message' && item.from === 'person' ? [item.text] : []));
}

export function logOn(store: ConstructorParameters<typeof GroupedLog>[0]): GroupedLog {
  return new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: assert.ifError });
}

function databaseOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

function placeOf({ position, threadId, seq }: LogEvent): string {
  return `${position} ${threadId} ${seq}`;
}
