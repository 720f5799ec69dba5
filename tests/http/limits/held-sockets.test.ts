import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { localWorkspaceId } from '@retinue/protocol';
import type { ServedApp } from '../../support/apps/served-app.ts';
import { openServed } from '../../support/apps/served-app.ts';
import { temporaryDirectory } from '../../support/apps/test-app.ts';
import { ask } from '../../support/http/ask.ts';

const plenty = 10_000;
const minute = 60_000;

const get = (path: string, headers: Record<string, string> = {}) => requestText('GET', path, headers);

const signInBegun = () =>
  requestText('POST', '/api/sign-in', { 'content-type': 'application/json', 'content-length': '100' });

function requestText(method: string, path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ host: 'HOST', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Sends texts in sequence, each when the reply to the one before has started. */
function openAndSend({ url }: ServedApp, [first = '', ...rest]: string[]): Promise<Socket> {
  const { host, port } = new URL(url);
  const send = (text: string) => socket.write(text.replaceAll('HOST', host));
  let socket: Socket;
  return new Promise((resolve, reject) => {
    socket = createConnection(Number(port), '127.0.0.1', () => {
      send(first);
      if (rest.length === 0) resolve(socket);
    }).once('error', reject);
    socket.on('data', () => {
      const next = rest.shift();
      if (next === undefined) return;
      send(next);
      if (rest.length === 0) resolve(socket);
    });
    socket.on('error', () => {});
  });
}

async function openMany(served: ServedApp, count: number, texts: string[]): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let left = count; left > 0; left -= 50) {
    const opened = Array.from({ length: Math.min(50, left) }, () => openAndSend(served, texts));
    sockets.push(...(await Promise.all(opened)));
  }
  return sockets;
}

async function untilClosed(sockets: readonly Socket[]): Promise<void> {
  await Promise.all(
    sockets
      .filter(({ destroyed }) => !destroyed)
      .map((socket) => new Promise((resolve) => socket.resume().once('close', resolve))),
  );
}

const closedIn = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => destroyed).length;

const isServed = async ({ url }: ServedApp) =>
  (await ask(url, { method: 'GET', path: '/healthz', headers: { connection: 'close' } })).status === 200;

const forget = (sockets: readonly Socket[]) => sockets.forEach((socket) => void socket.destroy());

test('[W50] a body that does not arrive counts on every request of a connection, not only on its first', {
  timeout: 20_000,
}, async () => {
  await using served = await openServed({
    script: [],
    server: { sockets: { unfinished: 50, total: plenty, stalledMs: minute } },
  });
  const sockets = await openMany(served, 200, [get('/healthz'), signInBegun()]);
  await untilClosed(sockets.slice(0, 150));
  assert.ok(await isServed(served));
  assert.equal(closedIn(sockets.slice(151)), 0);
  // The end of an earlier body is not the end of the next one.
  const body = JSON.stringify({ token: 'x'.repeat(88) });
  const both = `${signInBegun()}${body}${signInBegun()}`;
  const pipelined = await openMany(served, 200, [both]);
  await untilClosed(pipelined.slice(0, 140));
  forget([...sockets, ...pipelined]);
});

test('[W75] if all places are taken, the oldest connection without a signed-in request makes room', {
  timeout: 20_000,
}, async () => {
  await using served = await openServed({
    script: [],
    server: { sockets: { unfinished: plenty, total: 200, stalledMs: minute } },
  });
  const path = `/api/workspaces/${localWorkspaceId}/chats`;
  const authorization = `Bearer ${served.token}`;
  const headers = { authorization, 'content-type': 'application/json', 'content-length': '100' };
  const signedIn = await openMany(served, 10, [get('/healthz'), requestText('POST', path, headers)]);
  const stream = get(`/api/workspaces/${localWorkspaceId}/stream`, { authorization });
  signedIn.push(...(await openMany(served, 10, [stream, ''])));
  for (const begun of [signInBegun(), get('/healthz', { expect: 'nothing' }) + signInBegun()]) {
    const sockets = await openMany(served, 250, [get('/healthz'), begun]);
    for (let count = 0; count < 20; count += 1) assert.ok(await isServed(served));
    await untilClosed(sockets.slice(0, 60));
    assert.ok(sockets.some(({ destroyed }) => !destroyed));
    forget(sockets);
  }
  assert.equal(closedIn(signedIn), 0);
  forget(signedIn);
});

test('[W50.2] a connection whose headers do not all arrive in time is closed within a second of that', {
  timeout: 20_000,
}, async () => {
  const headersTimeoutMs = 500;
  await using served = await openServed({
    script: [],
    server: { sockets: { unfinished: plenty, total: plenty, stalledMs: minute, headersTimeoutMs } },
  });
  const half = get('/healthz').slice(0, -2);
  const startedAt = performance.now();
  const fresh = await openMany(served, 5, [half]);
  const used = await openMany(served, 5, [get('/healthz'), half]);
  await untilClosed([...fresh, ...used]);
  const tookMs = performance.now() - startedAt;
  // Connections are checked once a second; the rest is for a busy machine.
  assert.ok(tookMs >= headersTimeoutMs && tookMs < headersTimeoutMs + 1000 + 3000, `${tookMs} ms`);
  assert.ok(await isServed(served));
});

/** The web app with one file that exceeds the system's buffer of an unread connection. */
async function largeAsset(context: TestContext): Promise<URL> {
  const folder = await temporaryDirectory();
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'large.js'), randomBytes(largeBytes));
  return pathToFileURL(`${folder}/`);
}

const assetUnread = get('/assets/large.js', { 'accept-encoding': 'gzip' });
const largeBytes = 16 * 1024 * 1024;

async function openUnread(served: ServedApp, count: number): Promise<Socket[]> {
  const opening = Array.from({ length: count }, async () => (await openAndSend(served, [assetUnread, ''])).pause());
  return Promise.all(opening);
}

/** Whether the whole reply comes once it is read. */
function isWhole(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.on('data', () => socket.bytesRead >= largeBytes && resolve(true));
    socket.once('close', () => resolve(false)).resume();
  });
}

test('[W75] a reply that is not read makes room', { timeout: 20_000 }, async (context) => {
  await using served = await openServed({
    script: [],
    server: { webFolder: await largeAsset(context), sockets: { unfinished: 20, total: 60, stalledMs: minute } },
  });
  const sockets = await openUnread(served, 60);
  for (let count = 0; count < 20; count += 1) assert.ok(await isServed(served));
  const cut = (await Promise.all(sockets.map(isWhole))).filter((whole) => !whole).length;
  assert.ok(cut > 0 && cut <= 20, `${cut} cut`);
  forget(sockets);
});

test('[W76] a reply to a request without a sign-in ends when it makes no progress for half a minute', {
  timeout: 20_000,
}, async (context) => {
  await using served = await openServed({
    script: [],
    server: { webFolder: await largeAsset(context), sockets: { unfinished: plenty, total: plenty, stalledMs: 500 } },
  });
  const authorization = `Bearer ${served.token}`;
  const stream = get(`/api/workspaces/${localWorkspaceId}/stream`, { authorization });
  const [signedIn] = await openMany(served, 1, [stream, '']);
  const [kept] = await openMany(served, 1, [get('/healthz'), '']);
  const sockets = await openUnread(served, 5);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await untilClosed(sockets);
  assert.ok(sockets.every(({ bytesRead }) => bytesRead < largeBytes));
  assert.deepEqual([signedIn?.destroyed, kept?.destroyed], [false, false]);
  forget([signedIn, kept].filter((socket) => socket !== undefined));
});
