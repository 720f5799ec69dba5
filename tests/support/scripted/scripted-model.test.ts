import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentIdOf, callIdSchema, usageSchema } from '@retinue/protocol';
import fc from 'fast-check';
import { ModelError, type ModelPiece, type ModelRequest } from '../../../packages/server/src/ports/engine/model.ts';
import { collect, requestWith, textOf } from '../../fakes/model-request.ts';
import { createBarriers } from './barriers.ts';
import { byAgent, byAttempts, bySteps, inputsOf, resultsOf, type Script } from './script.ts';
import {
  barrier,
  bug,
  call,
  callText,
  callWithKey,
  endless,
  fail,
  finish,
  hang,
  type Line,
  pause,
  say,
  think,
  together,
  usage,
} from './script-lines.ts';
import { createScriptedModel } from './scripted-model.ts';

test('[M1] the scripted model plays its lines in order and ends with usage', async () => {
  const pieces = await play([think('Hm.'), say('It is ', 'so.'), call('add', { a: 1 }), callText('sub', '{"a":', '2')]);
  assert.deepEqual(pieces, [
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'It is ' },
    { type: 'text', text: 'so.' },
    { type: 'call-begin', key: 'call-1', name: 'add' },
    { type: 'call-args', key: 'call-1', text: '{"a":1}' },
    { type: 'call-end', key: 'call-1', name: 'add', args: '{"a":1}' },
    { type: 'call-begin', key: 'call-2', name: 'sub' },
    { type: 'call-args', key: 'call-2', text: '{"a":' },
    { type: 'call-args', key: 'call-2', text: '2' },
    { type: 'call-end', key: 'call-2', name: 'sub', args: '{"a":2' },
    {
      type: 'end',
      finishReason: 'calls',
      usage: { inputTokens: 11, outputTokens: 8, reasoningTokens: 1, cachedTokens: 0, estimatedTokens: 0 },
    },
  ]);
});

test('[M1] an empty script is a step without text', async () => {
  const [end, ...others] = await play([]);
  assert.deepEqual([end?.type === 'end' && end.finishReason, others], ['stop', []]);
});

test('[M1] calls that are written together start before any of them ends, and may share a key', async () => {
  const pieces = await play([together(callWithKey('same', 'a'), callWithKey('same', 'b'))]);
  const seen = pieces.map((piece) => ('key' in piece ? `${piece.type} ${piece.key}` : piece.type));
  assert.deepEqual(seen, [
    'call-begin same',
    'call-args same',
    'call-begin same',
    'call-args same',
    'call-end same',
    'call-end same',
    'end',
  ]);
});

test('[M1] a script may set the finish reason and any part of the usage', async () => {
  const end = (await play([say('Half an ans'), finish('length'), usage({ outputTokens: 70 })])).at(-1);
  assert.ok(end?.type === 'end');
  assert.deepEqual([end.finishReason, end.usage.outputTokens, end.usage.inputTokens], ['length', 70, 11]);
});

test("[M1] a scripted failure is a ModelError with the script's fields", async () => {
  const pieces: ModelPiece[] = [];
  const model = createScriptedModel([say('Well'), fail({ message: 'Too much.', retryAfterMs: 7 }), say('never')]);
  await assert.rejects(collect(model, ask(), undefined, pieces), (error) => {
    assert.ok(error instanceof ModelError);
    assert.deepEqual([error.message, error.retryable, error.retryAfterMs], ['Too much.', true, 7]);
    return true;
  });
  assert.deepEqual(pieces, [{ type: 'text', text: 'Well' }]);
});

test('[M1] a scripted bug is an error that is no ModelError', async () => {
  await assert.rejects(play([bug('undefined is not a function')]), (error) => !(error instanceof ModelError));
});

test('[M1] a script without lines for a step fails with a message and is not retried', async () => {
  const holes: Script[] = [bySteps([say('one')]), byAgent({ critic: [] }), byAttempts()];
  for (const script of holes) {
    await assert.rejects(play(script, ask({ step: 2 })), (error) => {
      assert.ok(error instanceof ModelError && !error.retryable);
      assert.match(error.message, /^The script has no lines for .+\. Add them\.$/);
      return true;
    });
  }
});

for (const line of [hang(), endless('la'), endless('la', { everyMs: 1 }), barrier('shut'), pause(1_000_000)]) {
  test(`[M2] the scripted model stops with the signal's reason: ${JSON.stringify(line)}`, async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const model = createScriptedModel([say('begin'), line]);
    const pieces: ModelPiece[] = [];
    const ending = collect(model, ask(), stop.signal, pieces);
    setImmediate(() => stop.abort(reason));
    await assert.rejects(ending, (error) => error === reason);
    assert.ok(pieces.every((piece) => piece.type === 'text'));
    assert.equal(model.barriers.waiting('shut'), 0);
  });
}

test('[M2] no piece follows the abort', async () => {
  const stop = new AbortController();
  const pieces: ModelPiece[] = [];
  await assert.rejects(async () => {
    for await (const piece of createScriptedModel([say('a', 'b', 'c')]).stream(ask(), stop.signal)) {
      pieces.push(piece);
      stop.abort();
    }
  });
  assert.equal(pieces.length, 1);
});

test('[M2] a signal that was aborted before gives no piece', async () => {
  await assert.rejects(play([say('a')], ask(), AbortSignal.abort('late')), (error) => error === 'late');
});

test('[M3] a script chooses its lines by agent, step and attempt', async () => {
  const script = byAgent({
    agt_critic: [say('always')],
    researcher: bySteps(byAttempts([fail()], [say('second try')]), (request) => [say(`step ${request.place.step}`)]),
  });
  const text = async (place: Partial<ModelRequest['place']>) => textOf(await play(script, ask(place)));
  assert.equal(await text({ agentId: agentIdOf('critic'), step: 9 }), 'always');
  await assert.rejects(text({ step: 1, attempt: 1 }), ModelError);
  assert.equal(await text({ step: 1, attempt: 2 }), 'second try');
  assert.equal(await text({ step: 1, attempt: 5 }), 'second try');
  assert.equal(await text({ step: 2 }), 'step 2');
});

test('[M3] a script reads the input and the results of the last calls', async () => {
  const callId = callIdSchema.parse('call_1');
  const request: ModelRequest = {
    ...ask(),
    messages: [
      { role: 'user', text: 'first' },
      { role: 'assistant', parts: [] },
      { role: 'tool', results: [{ callId, name: 'add', value: 1, failed: false }] },
      { role: 'assistant', parts: [] },
      { role: 'tool', results: [{ callId, name: 'add', value: 2, failed: false }] },
      { role: 'user', text: 'hurry' },
    ],
  };
  assert.deepEqual(inputsOf(request), ['first', 'hurry']);
  assert.deepEqual(
    resultsOf(request).map(({ value }) => value),
    [2],
  );
  assert.deepEqual(resultsOf(ask()), []);
});

test('[M3] the same request is played the same way by another model', async () => {
  const seed = 20_261_116;
  const property = fc.asyncProperty(fc.array(anyLine), fc.nat(9), async (lines, step) => {
    const script: Script = (request) => [say(`step ${request.place.step} `), ...lines];
    const [left, right] = await Promise.all([play(script, ask({ step })), play(script, ask({ step }))]);
    assert.deepEqual(left, right);
    const end = left.at(-1);
    assert.ok(end?.type === 'end' && usageSchema.safeParse(end.usage).success);
  });
  await fc.assert(property, { seed, numRuns: 200 });
});

test('[M4] a barrier holds a stream until the test releases it', async () => {
  const model = createScriptedModel([say('before'), barrier('gate'), say('after')]);
  const pieces: ModelPiece[] = [];
  const ending = Promise.all([collect(model, ask(), undefined, pieces), collect(model, ask(), undefined, pieces)]);
  await model.barriers.reached('gate', 2);
  assert.deepEqual([textOf(pieces), model.barriers.waiting('gate')], ['beforebefore', 2]);
  model.barriers.release('gate');
  await ending;
  assert.deepEqual([textOf(pieces), model.barriers.waiting('gate')], ['beforebeforeafterafter', 0]);
  assert.equal(textOf(await collect(model, ask())), 'beforeafter', 'a released barrier stays open');
});

test('[M4] models may share barriers, and earlier arrivals are counted', async () => {
  const barriers = createBarriers();
  barriers.release('gate');
  await collect(createScriptedModel([barrier('gate')], { barriers }), ask());
  await collect(createScriptedModel([barrier('gate')], { barriers }), ask());
  await barriers.reached('gate', 2);
});

const anyLine = fc.oneof(
  fc.array(fc.string()).map((deltas): Line => say(...deltas)),
  fc.array(fc.string()).map((deltas): Line => think(...deltas)),
  fc.tuple(fc.string(), fc.array(fc.string())).map(([name, deltas]): Line => callText(name, ...deltas)),
  fc.constant(finish('other')),
  fc.nat().map((outputTokens): Line => usage({ outputTokens })),
);

function ask(place: Partial<ModelRequest['place']> = {}): ModelRequest {
  const request = requestWith();
  return { ...request, place: { ...request.place, ...place } };
}

function play(script: Script, request = ask(), signal?: AbortSignal): Promise<ModelPiece[]> {
  return collect(createScriptedModel(script), request, signal);
}
