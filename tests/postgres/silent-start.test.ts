import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPostgresStore } from '../../packages/server/src/log/postgres/postgres-store.ts';
import { retryWhileUnavailable } from '../../packages/server/src/log/retry-while-unavailable.ts';
import type { Fault } from './fault-proxy.ts';
import { FaultProxy } from './fault-proxy.ts';
import type { PostgresServer } from './server.ts';
import { startPostgres } from './server.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(async () => {
  await server[Symbol.asyncDispose]();
});

/** Far more than the statements of a start. */
const maxStatements = 300;
const bounded = { timeout: 240_000 };

// In parallel: most of each is a wait for a time limit of the connection.
describe('a silent network at the start', { concurrency: 5 }, () => {
  for (const kind of ['mute-before', 'mute-after'] as const) {
    for (const state of ['new', 'prepared'] as const) {
      test(
        `[L27.1] a start on a ${state} store ends when the network is silent from any statement on: ${kind}`,
        bounded,
        async () => {
          const prepared = state === 'prepared' ? await preparedDatabase() : null;
          const url = prepared ?? (await server.createDatabase());
          const statements = await statementsOfStart(url, { kind }, state === 'new' ? 13 : 1);
          assert.ok(statements > 6, `${statements} statements`);
        },
      );
    }
  }

  test('[L27.1] a step of a migration may take longer than other round trips', bounded, async () => {
    const decide = (text: string): Fault | null =>
      /CREATE TABLE log_head/.test(text) ? { kind: 'delay', ms: 900 } : null;
    await using proxy = await FaultProxy.start({ port: server.port, decide });
    const url = proxy.url(databaseOf(await server.createDatabase()));
    // A busy machine may take longer than a short round trip.
    const store = await retryWhileUnavailable(60_000, () => openPostgresStore({ url, roundTripMs: 500 }));
    await store.close();
  });
});

/** Starts again and again, each time with more statements before the silence, until a start needs no more. */
async function statementsOfStart(url: string, fault: Fault, stride: number): Promise<number> {
  for (let passed = 0; passed < maxStatements; passed += stride) {
    let left = passed;
    const decide = () => (left-- === 0 ? fault : null);
    await using proxy = await FaultProxy.start({ port: server.port, decide });
    const opened = openPostgresStore({ url: proxy.url(databaseOf(url)), roundTripMs: 500, migrationStepMs: 500 });
    const outcome = await opened.catch((error: { code?: string }) => error);
    if ('close' in outcome) {
      await outcome.close();
      return passed;
    }
    assert.match(String(outcome.code), /^(unreachable|held)$/, `after ${passed} statements`);
  }
  throw new Error('a start has no end');
}

async function preparedDatabase(): Promise<string> {
  const url = await server.createDatabase();
  await (await openPostgresStore({ url })).close();
  return url;
}

function databaseOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
