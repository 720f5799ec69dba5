import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId, storedId } from '@retinue/protocol';
import type { Frame } from '../../api/frames.ts';
import { Stream } from './stream.ts';

const chatId = storedId.thread('thr_1');

test('[S3] a stream starts at a position, and a new connection continues where the last one ended', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  using server = serve();
  const { stream, heard, connections } = open();
  stream.begin(10);
  await server.advance(t, 0);
  assert.deepEqual(server.asked, [{ after: '10', rowsAfter: '10', chats: null }]);
  server.send(beat(12));
  await turn();
  assert.deepEqual(heard, [beat(12)]);
  server.cut();
  await turn();
  await server.advance(t, 1500);
  assert.deepEqual(server.asked.at(-1), { after: '12', rowsAfter: '12', chats: null });
  assert.deepEqual(connections, ['connecting', 'live', 'reconnecting', 'reconnecting', 'live']);
});

test('[S74] a watched chat is read from its own position until the connection has caught up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  using server = serve();
  const { stream } = open();
  stream.begin(10);
  await server.advance(t, 0);
  stream.watch(chatId, 7);
  await server.advance(t, 0);
  assert.deepEqual(server.asked.at(-1), { after: '7', rowsAfter: '10', chats: chatId });
  server.send(beat(10));
  await turn();
  stream.again();
  await server.advance(t, 0);
  assert.deepEqual(server.asked.at(-1), { after: '10', rowsAfter: '10', chats: chatId });
});

test('[S3] after a resync to another log the next connection starts at its position', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  using server = serve();
  const { stream, heard } = open();
  stream.begin(90);
  await server.advance(t, 0);
  server.send({ name: 'resync', body: { position: 3 } });
  await turn();
  assert.equal(heard.at(-1)?.name, 'resync');
  stream.again();
  await server.advance(t, 0);
  assert.deepEqual(server.asked.at(-1), { after: '3', rowsAfter: '3', chats: null });
});

test('[S3] an incomplete frame is parsed when the rest of it arrives', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  using server = serve();
  const { stream, heard } = open();
  stream.begin(1);
  await server.advance(t, 0);
  const text = textOfFrame(beat(5));
  server.sendText(text.slice(0, 20));
  await turn();
  assert.deepEqual(heard, []);
  server.sendText(text.slice(20) + textOfFrame(beat(6)));
  await turn();
  assert.deepEqual(heard, [beat(5), beat(6)]);
});

test('[S78] a connection without a beat for too long is dropped, and the third failure checks the sign-in', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  using server = serve();
  const { stream, doubts } = open();
  stream.begin(1);
  await server.advance(t, 0);
  await server.advance(t, 30_000);
  assert.ok(server.probes > 0, 'other connections are probed');
  await server.advance(t, 0);
  assert.equal(server.asked.length, 2);
  for (const waitMs of [0, 5000, 10_000, 15_000]) {
    server.refuses = true;
    server.cut();
    await turn();
    await server.advance(t, waitMs);
  }
  assert.ok(doubts() > 0);
});

function open() {
  const heard: Frame[] = [];
  const connections: string[] = [];
  let doubts = 0;
  const stream = new Stream(localWorkspaceId, {
    onFrame: (frame) => heard.push(frame),
    onConnection: (connection) => connections.push(connection),
    onDoubt: () => {
      doubts += 1;
    },
  });
  return { stream, heard, connections, doubts: () => doubts };
}

/** A page with one tab, and a server whose stream the test writes. */
function serve() {
  const before = { fetch: globalThis.fetch, channel: globalThis.BroadcastChannel };
  const asked: Record<'after' | 'rowsAfter' | 'chats', string | null>[] = [];
  let current: ReadableStreamDefaultController<Uint8Array> | null = null;
  const sendText = (text: string) => current?.enqueue(new TextEncoder().encode(text));
  const server = {
    asked,
    probes: 0,
    refuses: false,
    sendText,
    send: (frame: Frame) => sendText(textOfFrame(frame)),
    cut() {
      current?.close();
      current = null;
    },
    /** Lets time pass, and the resulting work happen. */
    async advance(t: { mock: { timers: { tick(ms: number): void } } }, ms: number) {
      await turn();
      t.mock.timers.tick(ms);
      await turn();
      await turn();
    },
    [Symbol.dispose]() {
      globalThis.fetch = before.fetch;
      Object.assign(globalThis, { BroadcastChannel: before.channel });
    },
  };
  const listening = { addEventListener: () => {}, visibilityState: 'visible' };
  Object.assign(globalThis, { BroadcastChannel: undefined, document: listening, addEventListener: () => {} });
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
  globalThis.fetch = async (url) => {
    const { pathname, searchParams } = new URL(String(url), 'http://page');
    if (pathname === '/healthz') {
      server.probes += 1;
      return new Response('{}');
    }
    if (server.refuses) return new Response('', { status: 503 });
    asked.push({
      after: searchParams.get('after'),
      rowsAfter: searchParams.get('rowsAfter'),
      chats: searchParams.get('chats'),
    });
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          current = controller;
        },
      }),
    );
  };
  return server;
}

function beat(position: number): Frame {
  return { name: 'beat', body: { position, rowsPosition: position, now: 0 } };
}

function textOfFrame({ name, body }: Frame): string {
  return `event: ${name}\ndata: ${JSON.stringify(body)}\n\n`;
}

async function turn(): Promise<void> {
  for (let times = 0; times < 4; times += 1) await new Promise((resolve) => setImmediate(resolve));
}
