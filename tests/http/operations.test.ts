import assert from 'node:assert/strict';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { readConfig } from '../../packages/server/src/config.ts';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { readAddress } from '../../packages/server/src/local-server/address-file.ts';
import { startPostgres } from '../postgres/server.ts';
import { openServed } from '../support/apps/served-app.ts';
import { jumpingClock } from '../support/clocks/jumping-clock.ts';
import { ask } from '../support/http/ask.ts';
import { barrier, say } from '../support/scripted/script-lines.ts';

const problemsOf = (environment: Record<string, string>) => {
  const config = readConfig(environment);
  return 'problems' in config ? config.problems.join(' ') : '';
};

test('[Q2] a server that others can reach does not start without a safe public address', () => {
  assert.equal(problemsOf({}), '');
  assert.match(problemsOf({ RETINUE_HOST: '0.0.0.0' }), /set RETINUE_PUBLIC_URL/);
  assert.match(problemsOf({ RETINUE_HOST: '0.0.0.0', RETINUE_PUBLIC_URL: 'http://example.com' }), /not https/);
  assert.equal(problemsOf({ RETINUE_HOST: '0.0.0.0', RETINUE_PUBLIC_URL: 'https://example.com' }), '');
  const allowed = { RETINUE_HOST: '0.0.0.0', RETINUE_PUBLIC_URL: 'http://example.com', RETINUE_ALLOW_HTTP: '1' };
  assert.equal(problemsOf(allowed), '');
  assert.match(problemsOf({ RETINUE_PORT: '70000' }), /RETINUE_PORT must be from 0 to 65535/);
});

test('[Q3] the server reports that it is alive and ready, its address, and leaves a token that only its user can read', async () => {
  await using served = await openServed({ script: () => [say('Hello.')] });
  assert.equal((await served.owner.isAlive({})).status, 'ok');
  assert.equal((await served.owner.isReady({})).status, 'ready');
  assert.equal((await readAddress(served.directory))?.url, served.url);
  assert.equal((await stat(join(served.directory, 'token'))).mode & 0o777, 0o600);
  await served.stop();
  assert.equal(await readAddress(served.directory), null);
});

test('[Q51] a server on PostgreSQL is ready while its database can be written, whatever the state of its own disk', async () => {
  await using postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const clock = jumpingClock();
  const database = new URL(url).pathname.slice(1);
  await using served = await openServed({ script: [], store: { kind: 'postgres', url }, replacements: { clock } });
  const becomes = async (wanted: string) => {
    for (let looks = 0; looks < 300; looks += 1) {
      const { json } = await ask(served.url, { method: 'GET', path: '/readyz' });
      if ((json as { status: string }).status === wanted) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
      clock.jump(5000);
    }
    return false;
  };
  /** Open sessions keep the setting from their start. */
  const set = async (change: string) => {
    await postgres.query(`ALTER DATABASE ${database} ${change}`);
    await postgres.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
  };
  assert.ok(await becomes('ready'));
  await set('SET default_transaction_read_only = on');
  assert.ok(await becomes('store-not-writable'));
  await set('RESET default_transaction_read_only');
  assert.ok(await becomes('ready'));
  const [left] = await postgres.query(
    "SELECT count(*) AS count FROM pg_class WHERE relname LIKE '%write_probe%'",
    database,
  );
  assert.equal(Number(left?.count), 0);
  await rm(served.directory, { recursive: true });
  clock.jump(5000);
  const { json } = await ask(served.url, { method: 'GET', path: '/readyz' });
  assert.deepEqual(json, { status: 'ready' });
});

test('[Q4] a server that is stopped in mid-sentence ends soon, loses nothing, and continues when it starts again', async () => {
  const script = () => [say('Half '), barrier('held'), say('and half.')];
  await using first = await openServed({ script });
  const { directory } = first;
  const params = { workspaceId: localWorkspaceId };
  const { chatId } = await first.owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: 'Go' } });
  await first.model.barriers.reached('held');
  await first.stop(50);
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory }), []);
  await using second = await openServed({ script: () => [say('Whole.')], directory });
  const chat = { params: { ...params, chatId } };
  while ((await second.owner.getChat(chat)).status === 'active')
    await new Promise((resolve) => setTimeout(resolve, 20));
  const { results } = await second.owner.listMessages({ ...chat, query: {} });
  assert.equal(results.at(-1)?.content, 'Whole.');
  assert.deepEqual(second.errors, []);
});
