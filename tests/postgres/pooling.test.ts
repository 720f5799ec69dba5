import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { openPostgresStore } from '../../packages/server/src/log/postgres/postgres-store.ts';
import { openOne, say } from '../contract/moves.ts';
import { logOn } from './log-under-faults.ts';
import { PoolingProxy } from './pooling-proxy.ts';
import type { PostgresServer } from './server.ts';
import { startPostgres } from './server.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(async () => {
  await server[Symbol.asyncDispose]();
});

const bounded = { timeout: 60_000 };

test(
  '[L28] a pooler that shares sessions between transactions is refused with the reason, and leaves no lock',
  bounded,
  async () => {
    const { database } = new pg.Client(await server.createDatabase());
    await using pooler = await PoolingProxy.start(server.port, 'transaction');
    // Other clients have left backends behind, which are given out in any order.
    const others = [1, 2, 3].map(() => new pg.Client(pooler.url(database ?? '')));
    for (const other of others) await other.connect().then(() => other.query('SELECT 1'));
    await assert.rejects(openPostgresStore({ url: pooler.url(database ?? '') }), {
      code: 'pooled',
      message: /transaction or statement pooling.*session pooling/,
    });
    for (const other of others) await other.end();
    const store = await openPostgresStore({ url: server.url(database) });
    await store.close();
  },
);

test('[L28] a pooler that gives each client its own session works like none', bounded, async () => {
  const { database } = new pg.Client(await server.createDatabase());
  await using pooler = await PoolingProxy.start(server.port, 'session');
  const log = logOn(await openPostgresStore({ url: pooler.url(database ?? '') }));
  const chat = await openOne(log);
  await say(log, chat.threadId, 'one');
  await log.close();
});
