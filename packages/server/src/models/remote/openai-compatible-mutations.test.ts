import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usageSchema } from '@retinue/protocol';
import fc from 'fast-check';
import { collect } from '../../../../../tests/fakes/model-request.ts';
import { mutationsOf } from '../../../../../tests/fakes/mutated-replies.ts';
import { deltas, type Reply, reasoning, stream, toolCall } from '../../../../../tests/fakes/openai-replies.ts';
import { startOpenAiServer } from '../../../../../tests/fakes/openai-server.ts';
import { remoteModel } from '../../../../../tests/fakes/remote-model.ts';
import { ModelError, type ModelPiece } from '../../ports/engine/model.ts';

const seed = Number(process.env.RETINUE_TEST_SEED ?? 20_261_116);
const numRuns = Number(process.env.RETINUE_MUTATIONS ?? 300);

const healthy = stream(
  ...reasoning('Let me ', 'see.'),
  ...deltas('Grüße ', '🦊 ', 'here.'),
  ...toolCall(0, 'a', 'add', '{"a":', '1}'),
  ...toolCall(1, 'b', 'sub', '{}'),
);

test(`[M9] ${numRuns} mutated streams each end in an end or a ModelError (seed ${seed})`, async () => {
  let reply: Reply = stream();
  await using server = await startOpenAiServer(() => reply);
  const model = remoteModel({ baseUrl: server.baseUrl, apiKey: 'key' });
  const outcomes = { end: 0, error: 0 };
  const property = fc.asyncProperty(mutationsOf(healthy), async (mutated) => {
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
