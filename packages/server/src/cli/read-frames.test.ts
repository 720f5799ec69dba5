import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFrames } from './read-frames.ts';

const stream = [
  'retry: 1000\n\n',
  ': still here\n\n',
  'id: 7\nevent: event\ndata: {"type":"step.ended","text":"vær så god"}\n\n',
  'event: delta\ndata: {"text":"a: b"}\n\n',
  'data: one\ndata: two\n\n',
].join('');

test('[K22] the stream of a server is read whole, wherever the network cuts it', async () => {
  const bytes = new TextEncoder().encode(stream);
  for (const size of [1, 2, 3, 7, 50, bytes.length]) {
    const frames = [];
    for await (const some of readFrames(piecesOf(bytes, size))) frames.push(...some);
    assert.deepEqual(frames, [
      { event: 'event', data: '{"type":"step.ended","text":"vær så god"}' },
      { event: 'delta', data: '{"text":"a: b"}' },
      { event: 'message', data: 'one\ntwo' },
    ]);
  }
});

async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
