import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { launchRetinue, retinue } from '../../../../../tests/support/apps/cli.ts';
import type { Serving } from '../../../../../tests/support/apps/serving.ts';
import { startServing } from '../../../../../tests/support/apps/serving.ts';
import { temporaryDirectory, wait } from '../../../../../tests/support/apps/test-app.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';

const params = { workspaceId: localWorkspaceId };
const parallel = 'What did electricity cost in Norway, Sweden and Poland in 2023?';
let folder = '';

before(async () => {
  folder = await temporaryDirectory();
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Exchanges what a link carries for a cookie, as a browser does. */
function signIn(url: string, token: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${url}/api/sign-in`, { method: 'POST', headers, body: JSON.stringify({ token }) });
}

async function settledChats({ owner }: Serving) {
  for (let looks = 0; looks < 300; looks += 1) {
    const { results } = await owner.listChats({ params });
    if (results.length > 0 && results.every(({ status }) => status === 'idle')) return results;
    await wait(100);
  }
  return assert.fail('nothing settled');
}

describe('start', { concurrency: 2 }, () => {
  test('[K8] start prints one link that signs in once, and runs a first delegation by itself', async () => {
    const data = join(folder, 'new');
    await using serving = await startServing(data);
    const first = await signIn(serving.url, serving.setUp);
    assert.deepEqual([first.status, /^retinue=/.test(first.headers.get('set-cookie') ?? '')], [201, true]);
    assert.equal((await signIn(serving.url, serving.setUp)).status, 401);
    const [chat, ...others] = await settledChats(serving);
    assert.deepEqual([others, chat?.tasks, chat?.openTasks], [[], 8, 0]);
    serving.process.signal('SIGINT');
    const { code, stdout } = await serving.process.ended;
    assert.deepEqual([code, stdout.match(/http/g)?.length], [0, 1]);
    assert.ok(!existsSync(join(data, 'server.json')));
    const resumed = await retinue(['resume', '--data', data]);
    assert.deepEqual([resumed.code, resumed.stdout.split('\n')[0]], [0, 'No open work. Try:']);
  });

  test('[K8.1] link prints another link while the server runs, and says so if none runs', async () => {
    const data = join(folder, 'linked');
    const none = await retinue(['link', '--data', data]);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /^No server runs on this store\. Start one with: retinue start --data /);
    await using serving = await startServing(data);
    const { code, stdout } = await retinue(['link', '--data', data]);
    const [, url = '', token = ''] = /^ {2}(\S+)\/#set-up=(\S+)$/m.exec(stdout) ?? [];
    assert.deepEqual([code, url], [0, serving.url]);
    assert.deepEqual([(await signIn(url, token)).status, (await signIn(url, token)).status], [201, 401]);
    const json = JSON.parse((await retinue(['link', '--json', '--data', data])).stdout);
    assert.ok(json.url.startsWith(`${serving.url}/#set-up=`) && json.expiresAt > Date.now());
  });

  test('[K8.1] a link names the public address, and is requested at the local one', async () => {
    const data = join(folder, 'public');
    const environment = { RETINUE_PORT: '0', RETINUE_PUBLIC_URL: 'https://retinue.example', RETINUE_LOG_LEVEL: 'warn' };
    const serving = launchRetinue(['start', '--data', data], { environment });
    await serving.shows(/^ {2}https:\/\/retinue\.example\/#set-up=/m);
    const { code, stdout } = await retinue(['link', '--data', data]);
    serving.signal('SIGINT');
    assert.deepEqual([code, (await serving.ended).code], [0, 0]);
    assert.match(stdout, /^ {2}https:\/\/retinue\.example\/#set-up=/m);
  });

  test('[K8.3] a second start on a store, and a port in use, are reported', async () => {
    const data = join(folder, 'first');
    await using serving = await startServing(data);
    const twice = await retinue(['start', '--data', data]);
    assert.deepEqual([twice.code, twice.stdout], [1, '']);
    assert.equal(
      twice.stderr,
      `A server already runs on this store, at ${serving.url}. For a link to it: retinue link --data ${data}\n`,
    );
    const { port } = new URL(serving.url);
    const other = await retinue(['start', '--data', join(folder, 'second')], { environment: { RETINUE_PORT: port } });
    assert.deepEqual([other.code, other.stdout], [1, '']);
    assert.equal(
      other.stderr,
      `Another program uses port ${port} of 127.0.0.1. Stop it, or choose another port with RETINUE_PORT.\n`,
    );
  });

  test('[K5] SIGTERM ends a busy server within its grace; nothing is lost, and the work continues', async () => {
    const data = join(folder, 'ended');
    await using serving = await startServing(data);
    const { chatId } = await serving.owner.openChat({ params, body: { text: parallel } });
    const asked = Date.now();
    serving.process.signal('SIGTERM');
    const { code } = await serving.process.ended;
    assert.equal(code, 0);
    assert.ok(Date.now() - asked < 15_000);
    assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
    const resumed = await retinue(['resume', '--data', data]);
    assert.equal(resumed.code, 0);
    assert.ok(resumed.stdout.includes(`(${chatId})`));
    assert.match(resumed.stdout, /Poland.* ct\/kWh/);
    assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
  });
});
