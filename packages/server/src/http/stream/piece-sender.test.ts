import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import { test } from 'node:test';
import { wait } from '../../../../../tests/support/apps/test-app.ts';
import { jumpingClock } from '../../../../../tests/support/clocks/jumping-clock.ts';
import { type Piece, PieceSender } from './piece-sender.ts';

const megabyte = 1024 * 1024;

test('[W13] a slow connection, which takes a part of a large piece now and then, is told from a stalled one', async () => {
  await using connection = await openConnection();
  const clock = jumpingClock();
  const sender = new PieceSender(connection.outgoing, clock);
  const ending = new AbortController();
  // More than the system's buffers take.
  const sending = sender.send(once(Buffer.alloc(96 * megabyte)), ending.signal);
  for (let round = 0; round < 4; round += 1) {
    while (!sender.isStalled) {
      await wait(20);
      clock.jump(8000);
    }
    connection.client.resume();
    while (sender.isStalled) await wait(1);
    connection.client.pause();
  }
  ending.abort();
  connection.client.destroy();
  await sending;
});

test('[W13] the last piece of a stream may not be taken either', async () => {
  await using connection = await openConnection();
  const clock = jumpingClock();
  const sender = new PieceSender(connection.outgoing, clock);
  assert.equal(sender.isStalled, false);
  sender.end();
  clock.jump(15_000);
  assert.equal(sender.isStalled, true);
});

test('[W13] a reader that catches up takes turns with the others, and gets all events in order', async () => {
  await using connection = await openConnection();
  const sender = new PieceSender(connection.outgoing, jumpingClock());
  let text = '';
  connection.client.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  connection.client.resume();
  let turns = 0;
  const count = () => {
    turns += 1;
    turning = setImmediate(count);
  };
  let turning = setImmediate(count);
  async function* pieces(): AsyncGenerator<Piece> {
    for (let number = 0; number < 100; number += 1) yield `${`<${number}>`.padEnd(20_000, '-')}`;
    yield Buffer.from(`<ä>`.padEnd(100_000, '-'));
  }
  await sender.send(pieces(), new AbortController().signal);
  sender.end();
  while (!text.includes('\r\n0\r\n\r\n')) await wait(5);
  clearImmediate(turning);
  assert.ok(turns >= 100, `${turns} turns`);
  assert.deepEqual(
    [...text.matchAll(/<(\w+|ä)>/g)].map(([, name]) => name),
    [...Array.from({ length: 100 }, (_, number) => String(number)), 'ä'],
  );
});

async function* once(piece: Piece): AsyncGenerator<Piece> {
  yield piece;
}

/** A reply that has started, with a client that does not read it. */
async function openConnection(): Promise<AsyncDisposable & { outgoing: ServerResponse; client: Socket }> {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, reply) => asked.resolve(reply.writeHead(200)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createConnection((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  return {
    outgoing: await asked.promise,
    client,
    async [Symbol.asyncDispose]() {
      client.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
