import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { localWorkspaceId } from '@retinue/protocol';
import { clientAddressOf } from '../../packages/server/src/http/guards/client-address.ts';
import { acceptsGzip } from '../../packages/server/src/http/pages/pages.ts';
import type { ServedApp } from '../support/apps/served-app.ts';
import { openServed } from '../support/apps/served-app.ts';
import { temporaryDirectory } from '../support/apps/test-app.ts';
import { ask } from '../support/http/ask.ts';

const unfinished = 512;

/** Connections that never finish the headers of a request. */
async function openHalf(url: string, count: number, begun = 'GET /healthz HTTP/1.1\r\nx-slow: '): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let left = count; left > 0; left -= 50) {
    const opened = Array.from({ length: Math.min(50, left) }, () => openOne(url, begun));
    sockets.push(...(await Promise.all(opened)));
  }
  return sockets;
}

function openOne(url: string, begun: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(begun);
      socket.on('error', () => {}).resume();
      resolve(socket);
    }).once('error', reject);
  });
}

const isClosed = (socket: Socket) => socket.destroyed || socket.readableEnded;

async function untilClosed(sockets: readonly Socket[]): Promise<void> {
  await Promise.all(
    sockets
      .filter((socket) => !isClosed(socket))
      .map((socket) => new Promise((resolve) => socket.once('close', resolve))),
  );
}

test('[W50] connections that never finish a request are dropped, the oldest first, and block no one', {
  timeout: 60_000,
}, async () => {
  await using served = await openServed({ script: [] });
  const firsts = await openHalf(served.url, unfinished);
  const others = await openHalf(served.url, 100);
  await untilClosed(firsts.slice(0, 100));
  assert.equal((await ask(served.url, { method: 'GET', path: '/healthz' })).status, 200);
  assert.deepEqual([...firsts.slice(110), ...others].filter(isClosed), []);
  // A body that does not arrive is treated the same without a sign-in.
  const headers = `host: ${new URL(served.url).host}\r\ncontent-type: application/json\r\ncontent-length: 100`;
  const posts = `POST /api/sign-in HTTP/1.1\r\n${headers}\r\n\r\n{`;
  const bodies = await openHalf(served.url, 200, posts);
  await untilClosed(firsts.slice(0, 300));
  assert.equal((await ask(served.url, { method: 'GET', path: '/healthz' })).status, 200);
  for (const socket of [...firsts, ...others, ...bodies]) socket.destroy();
});

test('[W50.1] the connections of a configured proxy are not counted', async () => {
  await using served = await openServed({ script: [], server: { trustedProxies: ['127.0.0.1'] } });
  const sockets = await openHalf(served.url, unfinished + 100);
  assert.equal((await ask(served.url, { method: 'GET', path: '/healthz' })).status, 200);
  assert.deepEqual(sockets.filter(isClosed), []);
  for (const socket of sockets) socket.destroy();
});

function signIn({ url }: ServedApp, token: string, headers: Record<string, string> = {}) {
  return ask(url, { method: 'POST', path: '/api/sign-in', headers, body: { token } });
}

const linkOf = async ({ owner }: ServedApp) => (await owner.makeSetUpLink({})).url.split('#set-up=')[1] ?? '';

test('[W51] failed sign-ins are limited by address, and a valid link always passes', async () => {
  await using served = await openServed({
    script: [],
    server: { signInsPerMinute: 3, trustedProxies: ['127.0.0.1', '10.0.0.9'] },
  });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const attacker = from('1.2.3.4');
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await signIn(served, 'x'.repeat(43), attacker)).status);
  assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
  assert.equal((await signIn(served, 'x'.repeat(43), from('1.2.3.5'))).status, 401);
  // An address that the attacker claims for itself, before the proxy's addition, is ignored.
  assert.equal((await signIn(served, 'x'.repeat(43), from('9.9.9.9, 1.2.3.4, 10.0.0.9'))).status, 429);
  assert.equal((await signIn(served, await linkOf(served), attacker)).status, 201);
  await using direct = await openServed({ script: [], server: { signInsPerMinute: 1 } });
  assert.equal((await signIn(direct, 'x', from('1.1.1.1'))).status, 401);
  assert.equal((await signIn(direct, 'x', from('2.2.2.2'))).status, 429, 'a header of somebody who is no proxy');
});

test('[W51] one IPv6 network counts as one address', () => {
  const proxies = ['10.0.0.1'];
  assert.equal(clientAddressOf('::ffff:1.2.3.4', '5.6.7.8', proxies), '1.2.3.4');
  assert.equal(clientAddressOf('::ffff:10.0.0.1', '5.6.7.8', proxies), '5.6.7.8');
  assert.equal(clientAddressOf('10.0.0.1', null, proxies), '10.0.0.1');
  assert.equal(clientAddressOf('2001:db8:1:2:3:4:5:6', null, proxies), '2001:db8:1:2');
  assert.equal(clientAddressOf('2001:db8::1', null, proxies), '2001:db8:0:0');
});

test('[W52] a sign-in is not repeated for an Idempotency-Key: a link works once', async () => {
  await using served = await openServed({ script: [] });
  const token = await linkOf(served);
  const key = { 'idempotency-key': 'one' };
  const first = await signIn(served, token, key);
  const again = await signIn(served, token, key);
  assert.deepEqual([first.status, again.status, again.headers['set-cookie']], [201, 401, undefined]);
});

test('[W54] a server that people reach by TLS tells browsers to use nothing else, on every kind of reply', async () => {
  await using plain = await openServed({ script: [] });
  await using secure = await openServed({ script: [], server: { publicUrl: 'https://retinue.example' } });
  const authorization = `Bearer ${secure.token}`;
  const paths = ['/', '/healthz', '/api/nowhere', '/api/backup', '/api/workspaces/ws_local/chats'];
  const url = `http://127.0.0.1:${secure.served.port}`;
  for (const path of paths) {
    const { headers } = await ask(url, { method: 'GET', path, headers: { authorization } });
    assert.equal(headers['strict-transport-security'], 'max-age=31536000', path);
  }
  const stream = await fetch(`${url}/api/workspaces/ws_local/stream`, { headers: { authorization } });
  assert.equal(stream.headers.get('strict-transport-security'), 'max-age=31536000');
  await stream.body?.cancel();
  const { headers } = await ask(plain.url, { method: 'GET', path: '/healthz' });
  assert.equal(headers['strict-transport-security'], undefined);
});

test('[W55] an encoding that a client does not accept is not sent', async () => {
  const taken = ['gzip', 'br, gzip;q=0.5', '*', 'gzip;q=1.0', 'GZIP', 'br;q=1, *;q=0.1'];
  const refused = ['', 'br', 'gzip;q=0', 'gzip; q=0.0, br', '*;q=0', 'gzip;q=0, *', 'gzip;q=x', 'notgzip'];
  assert.deepEqual(
    taken.map(acceptsGzip),
    taken.map(() => true),
  );
  assert.deepEqual(
    refused.map(acceptsGzip),
    refused.map(() => false),
  );
});

test('[W55] a file of the web app is sent as it is to a client that takes no gzip', async (context) => {
  const folder = await temporaryDirectory();
  context.after(() => rm(folder, { recursive: true }));
  const content = 'export const text = "plain";\n'.repeat(2000);
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'page-a1b2c3.js'), content);
  await using served = await openServed({ script: [], server: { webFolder: pathToFileURL(`${folder}/`) } });
  const get = (accepted: string) =>
    ask(served.url, {
      method: 'GET',
      path: '/assets/page-a1b2c3.js',
      headers: { 'accept-encoding': accepted },
    });
  const plain = await get('gzip;q=0');
  assert.deepEqual([plain.status, plain.headers['content-encoding']], [200, undefined]);
  assert.equal(plain.text === content, true);
  assert.equal(plain.headers.vary?.toLowerCase(), 'accept-encoding');
  assert.equal((await get('gzip')).headers['content-encoding'], 'gzip');
});

test('[O50] an address that is not allowed is refused when it is saved, with the setting that allows it', async () => {
  await using served = await openServed({ script: [], allowedHosts: ['127.0.0.1:8080'] });
  const { owner } = served;
  const params = { workspaceId: localWorkspaceId };
  const provider = { name: 'Mine', kind: 'openai-compatible' as const, key: null, models: ['m'] };
  const webhook = { triggers: ['on-new-task'], secret: 's'.repeat(20) } as const;
  const made = await owner.createProvider({ params, body: { ...provider, baseUrl: 'http://127.0.0.1:8080/v1' } });
  const hooked = await owner.createWebhook({
    params,
    body: { ...webhook, triggers: ['on-new-task'], url: 'http://127.0.0.1:8080/hook' },
  });
  const bad = [
    'http://127.0.0.1/x',
    'http://10.0.0.1:8080/x',
    'http://localhost/x',
    'http://93.184.216.34:8081/x',
    'http://[::1]/x',
  ];
  for (const url of bad) {
    const { hostname } = new URL(url);
    const isRefused = (error: { status: number; message: string }) =>
      error.status === 400 &&
      /RETINUE_ALLOWED_HOSTS/.test(error.message) &&
      error.message.includes(hostname.replace(/^\[|\]$/g, ''));
    await assert.rejects(owner.createProvider({ params, body: { ...provider, baseUrl: url } }), isRefused, url);
    await assert.rejects(
      owner.changeProvider({ params: { ...params, providerId: made.providerId }, body: { baseUrl: url } }),
      isRefused,
    );
    await assert.rejects(
      owner.createWebhook({ params, body: { ...webhook, triggers: ['on-new-task'], url } }),
      isRefused,
    );
    await assert.rejects(
      owner.changeWebhook({ params: { ...params, webhookId: hooked.webhookId }, body: { url } }),
      isRefused,
    );
  }
  assert.deepEqual((await owner.listProviders({ params })).results, [made]);
  assert.deepEqual((await owner.listWebhooks({ params })).results, [hooked]);
});
