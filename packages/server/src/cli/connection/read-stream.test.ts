import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStream } from './read-stream.ts';

const stream = [
  'retry: 1000\n\n',
  ': still here\n\n',
  'id: 7\nevent: event\ndata: {"type":"step.ended","text":"vær så god"}\n\n',
  'event: delta\ndata: {"text":"a: b"}\n\n',
  'event: beat\ndata: {}\n\n',
  'event: event\ndata: {"text":\ndata: "one two"}\n\n',
].join('');

test('[K22] the stream of a server is read in full, wherever the network cuts it', async () => {
  const bytes = new TextEncoder().encode(stream);
  for (const size of [1, 2, 3, 7, 50, bytes.length]) {
    const messages = [];
    for await (const some of readStream(piecesOf(bytes, size))) messages.push(...some);
    assert.deepEqual(messages, [
      { type: 'event', body: { type: 'step.ended', text: 'vær så god' } },
      { type: 'delta', body: { text: 'a: b' } },
      { type: 'event', body: { text: 'one two' } },
    ]);
  }
});

async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
