import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Fact, localWorkspaceId } from '@retinue/protocol';
import { describeEventLog } from '../../../../../tests/contract/event-log.ts';
import { type PostgresServer, startPostgres } from '../../../../../tests/postgres/server.ts';
import { accepted } from '../../../../../tests/support/apps/replies.ts';
import { header, ids, message, openChat } from '../../../../../tests/support/stores/facts.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import type { EventLog } from '../../ports/log/event-log.ts';
import type { OpenedLog } from '../../ports/log/opened-log.ts';
import { type Clock, systemClock } from '../../ports/runtime/clock.ts';
import { type Failpoints, noFailpoints } from '../failpoints.ts';
import { GroupedLog } from '../grouped-log.ts';
import { openPostgresStore } from './postgres-store.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(async () => {
  await server[Symbol.asyncDispose]();
});

describeEventLog('PostgreSQL', async () => {
  const url = await server.createDatabase();
  const opened: OpenedLog[] = [];
  return {
    async open(failpoints, clock) {
      const log = await openLog(url, failpoints, { clock });
      opened.push(log);
      return log;
    },
    findings: () => verifyStore({ kind: 'postgres', url }),
    async [Symbol.asyncDispose]() {
      for (const log of opened) await log.close();
    },
  };
});

test('[L8] positions follow the order of the commits: a later append is not visible before an earlier one', async () => {
  const url = await server.createDatabase();
  const log = await openLog(url);
  const chat = ids.thread();
  await log.append(header('open-chat'), [openChat(chat)]);
  // Another writer is paused before its commit, with a position already given.
  const database = url.slice(url.lastIndexOf('/') + 1);
  const { default: pg } = await import('pg');
  const slow = new pg.Client(url);
  await slow.connect();
  await slow.query(`BEGIN; SELECT pg_advisory_xact_lock(${0x5245544e}, 1)`);
  const [head] = await server.query('SELECT position FROM log_head', database);
  await slow.query('UPDATE log_head SET position = position + 1');
  await slow.query(
    `WITH own AS (INSERT INTO thread_number (id, workspace_id) VALUES ('thr_slow', 'ws_local') RETURNING number)
    INSERT INTO log_event SELECT $1, root, own.number, 1, type, at, actor, command_id, data FROM log_event, own WHERE position = 1`,
    [Number(head?.position) + 1],
  );
  let appended = false;
  const quick = say(log, chat, 'quick').then(() => {
    appended = true;
  });
  await wait(100);
  assert.equal(appended, false, 'it waits for the one before it');
  await slow.query('COMMIT');
  await slow.end();
  await quick;
  const events = await log.read({ workspaceId: localWorkspaceId, after: Number(head?.position), limit: 10 });
  assert.deepEqual(
    events.map(({ threadId }) => threadId),
    ['thr_slow', chat],
  );
  await log.close();
});

/** While connections are cut again and again, an append on a busy machine needs many attempts. */
const maxRetryMs = 60_000;

test('[A1] connections that are cut in the middle of appends lose nothing and duplicate nothing', async () => {
  const url = await server.createDatabase();
  const log = await openLog(url, noFailpoints, { maxRetryMs });
  const chat = ids.thread();
  await log.append(header('open-chat'), [openChat(chat)]);
  const cutting = new AbortController();
  const cuts = cutEverySoOften(cutting.signal);
  const texts = Array.from({ length: 300 }, (_, index) => `message ${index}`);
  for (const text of texts) await say(log, chat, text);
  cutting.abort();
  assert.ok((await cuts) > 0, 'some connections were cut');
  const thread = await log.thread(localWorkspaceId, chat);
  const told = thread?.items.flatMap((item) => (item.type === 'message' && item.from === 'person' ? [item.text] : []));
  assert.deepEqual(told, ['hello', ...texts]);
  await log.close();
  assert.deepEqual(await verifyStore({ kind: 'postgres', url }), []);
});

test('[R1][A1] records are changed exactly once while connections are cut', async () => {
  const log = await openLog(await server.createDatabase(), noFailpoints, { maxRetryMs });
  const cutting = new AbortController();
  const cuts = cutEverySoOften(cutting.signal);
  const place = { kind: 'set-up', id: 'count' } as const;
  const counted: unknown[] = [];
  for (let round = 0; round < 200; round += 1) {
    const header = { workspaceId: localWorkspaceId };
    const result = await log.records.change(header, place, (current) => Number(current?.data ?? 0) + 1);
    counted.push(accepted(result).record?.data);
  }
  cutting.abort();
  assert.ok((await cuts) > 0, 'some connections were cut');
  assert.deepEqual(
    counted,
    counted.map((_, index) => index + 1),
  );
  await log.close();
});

test('[A1] a server that repeatedly restarts, as after a crash, loses nothing and duplicates nothing', async () => {
  await using own = await startPostgres();
  const url = await own.createDatabase();
  const log = await openLog(url);
  const chat = ids.thread();
  await log.append(header('open-chat'), [openChat(chat)]);
  const texts = Array.from({ length: 120 }, (_, index) => `message ${index}`);
  const writing = (async () => {
    for (const text of texts) await say(log, chat, text).then(() => wait(10));
  })();
  for (let round = 0; round < 4; round += 1) {
    await wait(200);
    await own.stop('immediate');
    await own.start();
  }
  await writing;
  const thread = await log.thread(localWorkspaceId, chat);
  const told = thread?.items.flatMap((item) => (item.type === 'message' && item.from === 'person' ? [item.text] : []));
  assert.deepEqual(told, ['hello', ...texts]);
  await log.close();
  assert.deepEqual(await verifyStore({ kind: 'postgres', url }), []);
});

test('[A1] an unavailable database is reported, and nothing is lost when it is back', async () => {
  await using own = await startPostgres();
  const url = await own.createDatabase();
  const log = await openLog(url, noFailpoints, { maxRetryMs: 300 });
  const chat = ids.thread();
  await log.append(header('open-chat'), [openChat(chat)]);
  await own.stop('fast');
  await assert.rejects(say(log, chat, 'lost'), {
    name: 'StoreError',
    code: 'unreachable',
    message: /can't be reached/,
  });
  await own.start();
  await say(log, chat, 'found');
  const thread = await log.thread(localWorkspaceId, chat);
  assert.match(JSON.stringify(thread?.items.at(-1)), /found/);
  await log.close();
});

test('[K10] a second process, weak settings, a wrong address and a newer store are refused with the reason', async () => {
  const url = await server.createDatabase();
  const log = await openLog(url);
  await assert.rejects(openPostgresStore({ url }), { code: 'held', message: /Another Retinue process/ });
  await log.close();
  const database = url.slice(url.lastIndexOf('/') + 1);
  await server.query('UPDATE store_version SET version = 99', database);
  await assert.rejects(openPostgresStore({ url }), { code: 'newer', message: /newer Retinue/ });
  await assert.rejects(openPostgresStore({ url: server.url('nowhere') }), {
    code: 'unreadable',
    message: /Check DATABASE_URL/,
  });
  await assert.rejects(verifyStore({ kind: 'postgres', url: server.url() }), { code: 'missing' });
  await using weak = await startPostgres(['synchronous_commit=off']);
  await assert.rejects(openPostgresStore({ url: weak.url() }), { code: 'weak', message: /synchronous_commit off/ });
});

test('[K10] a server without a free connection is waited for, and reported', async () => {
  await using crowded = await startPostgres(['max_connections=4', 'superuser_reserved_connections=0']);
  const { default: pg } = await import('pg');
  const others = [1, 2, 3].map(() => new pg.Client(crowded.url()));
  await Promise.all(others.map((other) => other.connect()));
  const log = await openLog(crowded.url(), noFailpoints, { maxRetryMs: 300 });
  const chat = ids.thread();
  await log.append(header('open-chat'), [openChat(chat)]);
  await assert.rejects(log.read({ workspaceId: localWorkspaceId, after: 0, limit: 1 }), {
    message: /no free connection/,
  });
  await Promise.all(others.map((other) => other.end()));
  assert.equal((await log.read({ workspaceId: localWorkspaceId, after: 0, limit: 1 })).length, 1);
  await log.close();
});

async function openLog(
  url: string,
  failpoints: Failpoints = noFailpoints,
  { clock = systemClock, ...patience }: { clock?: Clock | undefined; maxRetryMs?: number } = {},
): Promise<GroupedLog> {
  const store = await openPostgresStore({ url, ...patience });
  return new GroupedLog(store, { clock, failpoints, onProblem: assert.ifError });
}

async function say(log: EventLog, threadId: ReturnType<typeof ids.thread>, text: string): Promise<void> {
  const facts: Fact[] = [message(text)];
  const result = await log.append(header(), [{ threadId, guard: 'exists', facts }]);
  accepted(result);
}

async function cutEverySoOften(signal: AbortSignal): Promise<number> {
  let cuts = 0;
  while (!signal.aborted && cuts < 40) {
    await wait(25);
    const cut = await server.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'retinue' AND pid <> pg_backend_pid()",
    );
    cuts += cut.length;
  }
  return cuts;
}
