import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { test } from 'node:test';
import { agentIdOf, localWorkspaceId, storedId } from '@retinue/protocol';
import { dropConnections, openApi } from './client.ts';

const params = { workspaceId: localWorkspaceId };
const body = { agentId: agentIdOf('boss'), text: 'Hello' };
const chatId = storedId.thread('thr_1');

test('[S78] a write with a key on a dropped connection is sent again under the same key, once', async () => {
  const keys: unknown[] = [];
  await using server = await serve((request, response) => {
    keys.push(request.headers['idempotency-key']);
    if (keys.length > 1) reply(response, { chatId });
  });
  const opening = openApi().openChat({ params, body }, { idempotencyKey: 'one' });
  await server.isAsked(1);
  await dropConnections();
  assert.deepEqual(await opening, { chatId });
  assert.deepEqual(keys, ['one', 'one']);
});

test('[S78.1] a write with a key that hangs twice fails, so that its text can return', async () => {
  await using server = await serve(() => {});
  const opening = openApi().openChat({ params, body }, { idempotencyKey: 'one' });
  opening.catch(() => {});
  for (const times of [1, 2]) {
    await server.isAsked(times);
    await dropConnections();
  }
  await assert.rejects(opening);
  assert.equal(server.asked, 2);
});

test('[S78.2] a write without a key on a dropped connection fails, and is not sent again', async () => {
  await using server = await serve(() => {});
  const opening = openApi().openChat({ params, body });
  opening.catch(() => {});
  await server.isAsked(1);
  await dropConnections();
  await assert.rejects(opening);
  assert.equal(server.asked, 1);
});

test('[S78] a write that its caller aborted is not sent again', async () => {
  await using server = await serve(() => {});
  const leaving = new AbortController();
  const opening = openApi().openChat({ params, body }, { idempotencyKey: 'one', signal: leaving.signal });
  opening.catch(() => {});
  await server.isAsked(1);
  leaving.abort();
  await assert.rejects(opening);
  assert.equal(server.asked, 1);
});

/** A server on this machine, and `fetch` as its page has it. Counts all requests except probes. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  let asked = 0;
  const server = createServer((request, response) => {
    if (request.url === '/healthz') return reply(response, {});
    asked += 1;
    server.emit('asked');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const { fetch } = globalThis;
  globalThis.fetch = (url, init) => fetch(new URL(String(url), `http://127.0.0.1:${address.port}`), init);
  return {
    get asked() {
      return asked;
    },
    async isAsked(times: number) {
      while (asked < times) await once(server, 'asked');
    },
    async [Symbol.asyncDispose]() {
      globalThis.fetch = fetch;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function reply(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}
