import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { localWorkspaceId } from '@retinue/protocol';
import pg from 'pg';
import type { GroupedLog } from '../../packages/server/src/log/grouped-log.ts';
import { openPostgresStore } from '../../packages/server/src/log/postgres/postgres-store.ts';
import { prepareAgain } from '../../packages/server/src/log/postgres/prepare-store.ts';
import type { Session } from '../../packages/server/src/log/postgres/session.ts';
import type { Ask } from '../../packages/server/src/ports/log/sql.ts';
import { openOne, say } from '../contract/moves.ts';
import { accepted } from '../support/apps/replies.ts';
import type { Fault } from './fault-proxy.ts';
import { OneFault, openBeside, openUnderFaults, textsIn, until } from './log-under-faults.ts';
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
const place = { kind: 'set-up', id: 'count' } as const;

// In parallel: most of each is a wait for a time limit of the connection.
describe('PostgreSQL under faults', { concurrency: 4 }, () => {
  for (const code of ['55P03', '57014', '53200', '40001', '22012']) {
    test(
      `[L22] an append beside one with SQLSTATE ${code} is not acknowledged unless it is stored`,
      bounded,
      async () => {
        const fault = new OneFault();
        await using under = await openUnderFaults(server, fault.decide);
        const { log } = under;
        const chat = await openOne(log);
        fault.arm({ kind: 'sqlstate', code }, /SELECT \* FROM record/);
        await Promise.allSettled([
          say(log, chat.threadId, 'one'),
          log.records.change({ workspaceId: localWorkspaceId }, place, () => 1),
          say(log, chat.threadId, 'two'),
        ]);
        assert.ok(fault.isDone);
        await say(log, chat.threadId, 'three');
        assert.deepEqual(textsIn(await log.thread(localWorkspaceId, chat.threadId)), ['hello', 'one', 'two', 'three']);
        await under.check([chat.threadId]);
      },
    );
  }

  test('[L22] a COMMIT that the server answers with ROLLBACK has failed', bounded, async () => {
    const store = await openPostgresStore({ url: await server.createDatabase() });
    const transaction = await store.begin();
    await assert.rejects(transaction.ask('SELECT 1 / 0', []));
    await assert.rejects(transaction.commit());
    await transaction.rollback();
    await store.close();
  });

  test(
    '[L23] a commit whose outcome stays unknown beyond the timeout is looked up, and nothing is stuck',
    bounded,
    async () => {
      const fault = new OneFault();
      await using under = await openUnderFaults(server, fault.decide, { maxRetryMs: 300 });
      const { log, proxy } = under;
      const chat = await openOne(log);
      fault.arm({ kind: 'cut-after' }, /^COMMIT/);
      const lost = say(log, chat.threadId, 'one').then(
        () => 'acknowledged',
        (error) => error.code,
      );
      await until(() => fault.isDone);
      proxy.isAway = true;
      assert.equal(await lost, 'unknown');
      proxy.isAway = false;
      await until(() => under.told.length === 4);
      await say(log, chat.threadId, 'two');
      assert.deepEqual(textsIn(await log.thread(localWorkspaceId, chat.threadId)), ['hello', 'one', 'two']);
      await under.check([chat.threadId]);
    },
  );

  test('[L23, L27] a session of our own that the network hides is ended', bounded, async () => {
    const faults: Fault['kind'][] = ['mute-after', 'mute-before'];
    for (const kind of faults) {
      for (const match of [/^COMMIT/, /^BEGIN/, /INSERT INTO thread/]) {
        const fault = new OneFault();
        await using under = await openUnderFaults(server, fault.decide, { roundTripMs: 300 });
        const { log } = under;
        const chat = await openOne(log);
        fault.arm({ kind } as Fault, match);
        await say(log, chat.threadId, 'one');
        assert.ok(fault.isDone);
        await say(log, chat.threadId, 'two');
        assert.deepEqual(textsIn(await log.thread(localWorkspaceId, chat.threadId)), ['hello', 'one', 'two']);
        await under.check([chat.threadId]);
      }
    }
  });

  test('[L24] a BEGIN that is canceled leaves nothing behind', bounded, async () => {
    await using under = await openUnderFaults(server, () => null);
    const { log, database } = under;
    const chat = await openOne(log);
    const other = new pg.Client(server.url(database));
    await other.connect();
    await other.query(`SELECT pg_advisory_lock(${0x5245544e}, 1)`);
    const first = say(log, chat.threadId, 'one').catch(() => {});
    const waiting = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
    WHERE datname = '${database}' AND wait_event_type = 'Lock' AND wait_event = 'advisory'`;
    await until(async () => (await server.query(waiting)).length > 0);
    await other.end();
    await first;
    await say(log, chat.threadId, 'two');
    const texts = textsIn(await log.thread(localWorkspaceId, chat.threadId));
    assert.deepEqual([texts[0], texts.at(-1)], ['hello', 'two']);
    await under.check([chat.threadId]);
  });

  test('[L25] a store that is behind memory is read again: no gap, and no position twice', bounded, async () => {
    await using under = await openUnderFaults(server, () => null);
    const { log, proxy, database } = under;
    const chat = await openOne(log);
    await say(log, chat.threadId, 'one');
    proxy.isAway = true;
    await server.query(`CREATE DATABASE ${database}_earlier TEMPLATE ${database}`);
    proxy.isAway = false;
    await say(log, chat.threadId, 'two');
    await say(log, chat.threadId, 'three');
    const lost = under.told.splice(4);
    proxy.isAway = true;
    await server.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await server.query(`ALTER DATABASE ${database}_earlier RENAME TO ${database}`);
    proxy.isAway = false;
    await say(log, chat.threadId, 'four');
    assert.deepEqual(textsIn(await log.thread(localWorkspaceId, chat.threadId)), ['hello', 'one', 'four']);
    assert.equal(under.told.at(-1)?.position, (lost.at(-1)?.position ?? 0) + 1);
    await under.check([chat.threadId]);
  });

  test(
    '[L23] events that another process appended while this one was away are sent to the subscribers',
    bounded,
    async () => {
      await using under = await openUnderFaults(server, () => null);
      const { log, proxy, database } = under;
      const chat = await openOne(log);
      proxy.isAway = true;
      await wait(50);
      await using other = await beside(database);
      await say(other.log, chat.threadId, 'from elsewhere');
      await other.log.close();
      proxy.isAway = false;
      await say(log, chat.threadId, 'two');
      assert.deepEqual(textsIn(await log.thread(localWorkspaceId, chat.threadId)), ['hello', 'from elsewhere', 'two']);
      await under.check([chat.threadId]);
    },
  );

  for (const [kind, texts] of [
    ['overtake-after', ['hello', 'one', 'elsewhere', 'two']],
    ['overtake-before', ['hello', 'elsewhere', 'one', 'two']],
  ] as const) {
    test(`[L23.1] a lost commit is looked up behind the commits of another process: ${kind}`, bounded, async () => {
      const fault = new OneFault();
      let chat: Awaited<ReturnType<typeof openOne>> | null = null;
      await using under = await openUnderFaults(server, fault.decide, {
        overtake: async (database) => {
          await using other = await beside(database);
          if (chat) await say(other.log, chat.threadId, 'elsewhere');
          await count(other.log);
        },
      });
      const { log } = under;
      const opened = await openOne(log);
      chat = opened;
      await count(log);
      fault.arm({ kind }, /^COMMIT/);
      await say(log, opened.threadId, 'one');
      assert.ok(fault.isDone);
      chat = null;
      fault.arm({ kind }, /^COMMIT/);
      await count(log);
      assert.ok(fault.isDone);
      await say(log, opened.threadId, 'two');
      assert.deepEqual(textsIn(await log.thread(localWorkspaceId, opened.threadId)), texts);
      assert.equal((await log.records.get(localWorkspaceId, place.kind, place.id))?.data, 4);
      await under.check([opened.threadId]);
    });
  }

  test('[L23.1] a lost commit of which the log has no trace left is unknown, and is not retried', bounded, async () => {
    const fault = new OneFault();
    await using under = await openUnderFaults(server, fault.decide, {
      overtake: async (database) => void (await server.query(`UPDATE log_head SET commit_id = 'another'`, database)),
    });
    const { log } = under;
    const chat = await openOne(log);
    fault.arm({ kind: 'overtake-after' }, /^COMMIT/);
    await assert.rejects(say(log, chat.threadId, 'one'), { code: 'unknown' });
    await say(log, chat.threadId, 'two');
    assert.deepEqual(textsIn(await log.thread(localWorkspaceId, chat.threadId)), ['hello', 'one', 'two']);
    await under.check([chat.threadId]);
  });

  test('[L27] a database that another process took over is held, and its session is left alone', bounded, async () => {
    await using under = await openUnderFaults(server, () => null, { maxRetryMs: 300 });
    const { log, proxy, database } = under;
    const chat = await openOne(log);
    proxy.isAway = true;
    await wait(50);
    await using other = await beside(database);
    proxy.isAway = false;
    await assert.rejects(say(log, chat.threadId, 'mine'), { code: 'held' });
    await say(other.log, chat.threadId, 'theirs');
    assert.deepEqual(textsIn(await other.log.thread(localWorkspaceId, chat.threadId)), ['hello', 'theirs']);
  });

  test('[L27] an earlier session of our own that does not end is unreachable, not another process', async () => {
    const backend = { pid: 1, startedAt: '2026-01-01 00:00:00.000000' };
    let ends = 0;
    const ask = async (text: string) => {
      if (text.includes('pg_try_advisory_lock')) return [{ taken: false }];
      ends += 1;
      return [{ pid: backend.pid, started: backend.startedAt, ended: true }];
    };
    const session = { ask: ask as Ask } as Pick<Session, 'ask'> as Session;
    await assert.rejects(prepareAgain(session, [backend], 1000), { code: 'unreachable', message: /has not ended yet/ });
    assert.ok(ends > 1, 'it is ended again');
    await assert.rejects(prepareAgain(session, [], 1000), { code: 'held' });
  });

  test('[L21] a group that met a lock of others until its deadline is rejected, not split', bounded, async () => {
    let begun = 0;
    const decide = (text: string): Fault | null => {
      if (/^BEGIN/.test(text)) begun += 1;
      return isLocked && /^WITH put_/.test(text) ? { kind: 'sqlstate', code: '55P03' } : null;
    };
    let isLocked = false;
    await using under = await openUnderFaults(server, decide, { maxRetryMs: 1 });
    const chat = await openOne(under.log);
    isLocked = true;
    begun = 0;
    const texts = Array.from({ length: 32 }, (_, index) => `message ${index}`);
    const outcomes = await Promise.allSettled(texts.map((text) => say(under.log, chat.threadId, text)));
    for (const outcome of outcomes) assert.equal(outcome.status === 'rejected' && outcome.reason.code, 'busy');
    assert.ok(begun <= 4, `${begun} transactions`);
    isLocked = false;
    await say(under.log, chat.threadId, 'free again');
    await under.check([chat.threadId]);
  });

  for (const code of ['25P03', '25P04', '57P05', '57P01', '08006']) {
    test(`[L27] SQLSTATE ${code} is a lost connection: the append is retried`, bounded, async () => {
      const fault = new OneFault();
      await using under = await openUnderFaults(server, fault.decide);
      const { log } = under;
      const chat = await openOne(log);
      for (const match of [/^BEGIN/, /INSERT INTO thread/]) {
        fault.arm({ kind: 'sqlstate', code }, match);
        await say(log, chat.threadId, String(match));
        assert.ok(fault.isDone);
      }
      await under.check([chat.threadId]);
    });
  }

  test('[L28] a database with serializable as its default is written at read committed', bounded, async () => {
    await using under = await openUnderFaults(server, () => null);
    const { log, proxy, database } = under;
    const chat = await openOne(log);
    await server.query(`ALTER DATABASE ${database} SET default_transaction_isolation = 'serializable'`);
    proxy.cut();
    await say(log, chat.threadId, 'connected again');
    const other = new pg.Client(server.url(database));
    await other.connect();
    await other.query(`SELECT pg_advisory_lock(${0x5245544e}, 1)`);
    const waiting = say(log, chat.threadId, 'one');
    await until(async () => (await server.query(waitingForLock(database))).length > 0);
    await other.query('UPDATE log_head SET position = position + 1');
    await other.end();
    await waiting;
    await say(log, chat.threadId, 'two');
    assert.deepEqual(textsIn(await log.thread(localWorkspaceId, chat.threadId)), [
      'hello',
      'connected again',
      'one',
      'two',
    ]);
  });
});

async function count(log: GroupedLog): Promise<void> {
  accepted(await log.records.change({ workspaceId: localWorkspaceId }, place, (now) => Number(now?.data ?? 0) + 1));
}

function waitingForLock(database: string): string {
  return `SELECT pid FROM pg_stat_activity WHERE datname = '${database}' AND wait_event = 'advisory'`;
}

async function beside(database: string) {
  const log = await openBeside(server, database);
  return { log, [Symbol.asyncDispose]: () => log.close() };
}
