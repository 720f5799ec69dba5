import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usageSchema } from '@retinue/protocol';
import fc from 'fast-check';
import { collect } from '../../../../tests/fakes/model-request.ts';
import {
  bytesOf,
  deltas,
  framesOnly,
  type Reply,
  raw,
  reasoning,
  resetAfter,
  stream,
  toolCall,
  write,
} from '../../../../tests/fakes/openai-replies.ts';
import { startOpenAiServer } from '../../../../tests/fakes/openai-server.ts';
import { remoteModel } from '../../../../tests/fakes/remote-model.ts';
import { ModelError, type ModelPiece } from '../ports/model.ts';

const seed = Number(process.env.RETINUE_TEST_SEED ?? 20_261_116);
const numRuns = 300;

test(`[M9] ${numRuns} mutated streams each end in an end or a ModelError (seed ${seed})`, async () => {
  let reply: Reply = stream();
  await using server = await startOpenAiServer(() => reply);
  const model = remoteModel({ baseUrl: server.baseUrl, apiKey: 'key' });
  const outcomes = { end: 0, error: 0 };
  const property = fc.asyncProperty(anyReply, async (mutated) => {
    reply = mutated;
    const pieces: ModelPiece[] = [];
    const error: unknown = await collect(model, undefined, undefined, pieces).then(
      () => null,
      (reason) => reason,
    );
    if (error === null) outcomes.end += 1;
    else outcomes.error += 1;
    assertWhole(pieces, error);
  });
  await fc.assert(property, { seed, numRuns });
  assert.ok(outcomes.end > 20 && outcomes.error > 20, `too much of one kind: ${JSON.stringify(outcomes)}`);
});

function assertWhole(pieces: ModelPiece[], error: unknown): void {
  const ends = pieces.filter((piece) => piece.type === 'end');
  if (error === null) {
    assert.equal(ends.length, 1);
    assert.equal(pieces.at(-1), ends[0]);
  } else {
    assert.ok(error instanceof ModelError, String(error));
    assert.ok(error.message.length < 700, error.message);
    assert.equal(ends.length, 0);
  }
  for (const { usage } of ends) usageSchema.parse(usage);
}

const healthy = stream(
  ...reasoning('Let me ', 'see.'),
  ...deltas('Grüße ', '🦊 ', 'here.'),
  ...toolCall(0, 'a', 'add', '{"a":', '1}'),
  ...toolCall(1, 'b', 'sub', '{}'),
);
const body = bytesOf(healthy.acts);
const whole = Buffer.concat([
  Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n'),
  body,
]);

type Mutation = (bytes: Uint8Array) => Uint8Array;

const place = fc.double({ min: 0, max: 1, noNaN: true });
const anyBytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 8 }),
  fc
    .constantFrom('\n', '\n\n', '\r', ':', 'data: ', 'data: {}\n\n', 'event: error\n', 'null', '"', '}', '\0', '[DONE]')
    .map((text) => Buffer.from(text)),
);
const anyMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, anyBytes).map(([at, bytes]) => splice(at, 0, () => bytes)),
  fc.tuple(place, fc.integer({ min: 1, max: 60 })).map(([at, length]) => splice(at, length, () => Buffer.alloc(0))),
  fc.tuple(place, fc.integer({ min: 1, max: 200 })).map(([at, length]) => splice(at, length, twice)),
  fc.tuple(place, anyBytes).map(([at, bytes]) => splice(at, bytes.length, () => bytes)),
);
const anyReply: fc.Arbitrary<Reply> = fc
  .tuple(fc.array(anyMutation, { maxLength: 4 }), place, fc.constantFrom('stream', 'stream', 'halves', 'reset', 'raw'))
  .map(([mutations, at, kind]) => {
    const mutate: Mutation = (bytes) => mutations.reduce((mutated, mutation) => mutation(mutated), bytes);
    if (kind === 'raw') return raw(mutate(whole));
    const bytes = mutate(body);
    const cut = Math.floor(at * bytes.length);
    if (kind === 'reset') return resetAfter(cut, framesOnly(write(bytes)));
    if (kind === 'halves') return framesOnly(write(bytes.subarray(0, cut)), write(bytes.subarray(cut)));
    return framesOnly(write(bytes));
  });

function splice(at: number, length: number, replace: (cut: Uint8Array) => Uint8Array): Mutation {
  return (bytes) => {
    const start = Math.floor(at * bytes.length);
    const cut = bytes.subarray(start, start + length);
    return Buffer.concat([bytes.subarray(0, start), replace(cut), bytes.subarray(start + length)]);
  };
}

function twice(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, bytes]);
}
