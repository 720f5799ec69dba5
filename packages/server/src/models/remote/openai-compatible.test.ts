import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callIdSchema } from '@retinue/protocol';
import { collect, requestWith } from '../../../../../tests/fakes/model-request.ts';
import {
  deltas,
  done,
  endless,
  finished,
  framesOnly,
  type Reply,
  reasoning,
  silence,
  stream,
  toolCall,
  usage,
  wait,
} from '../../../../../tests/fakes/openai-replies.ts';
import { type ChatBody, startOpenAiServer } from '../../../../../tests/fakes/openai-server.ts';
import { remoteModel } from '../../../../../tests/fakes/remote-model.ts';
import type { ModelPiece, ModelRequest } from '../../ports/engine/model.ts';

const apiKey = 'sk-secret-123456';

test('[M6] a request reaches the server as chat completions, with our call ids', async () => {
  const callId = callIdSchema.parse('call_ours');
  const body = await bodyOf({
    sampling: { temperature: 0.5, topP: 0.9, topK: 40, seed: 7, presencePenalty: 1, frequencyPenalty: undefined },
    system: 'Be brief.',
    messages: [
      { role: 'user', text: 'Add 1 and 2.' },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'A tool.' },
          { type: 'text', text: 'Wait.' },
          { type: 'call', callId, name: 'add', args: { a: 1, b: 2 } },
        ],
      },
      { role: 'tool', results: [{ callId, name: 'add', value: { sum: 3 }, failed: false }] },
      { role: 'tool', results: [{ callId, name: 'add', value: 'It did not run.', failed: true }] },
    ],
    tools: [{ name: 'add', description: 'Adds.', effect: 'read', input: { type: 'object', properties: {} } }],
    toolChoice: 'none',
  });
  assert.deepEqual(body, {
    model: 'small',
    temperature: 0.5,
    top_p: 0.9,
    top_k: 40,
    seed: 7,
    presence_penalty: 1,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Add 1 and 2.' },
      {
        role: 'assistant',
        content: 'Wait.',
        reasoning_content: 'A tool.',
        tool_calls: [{ id: 'call_ours', type: 'function', function: { name: 'add', arguments: '{"a":1,"b":2}' } }],
      },
      { role: 'tool', tool_call_id: 'call_ours', content: '{"sum":3}' },
      { role: 'tool', tool_call_id: 'call_ours', content: 'It did not run.' },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'add', description: 'Adds.', parameters: { type: 'object', properties: {} } },
      },
    ],
    tool_choice: 'none',
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('[M6] without a system prompt and tools neither is sent', async () => {
  const { messages, tools, tool_choice } = await bodyOf({ system: '' });
  assert.deepEqual([messages, tools, tool_choice], [[{ role: 'user', content: 'Hello' }], undefined, undefined]);
});

test('[M6] an output limit is sent only if it is given', async () => {
  assert.equal((await bodyOf({ maxOutputTokens: 800 })).max_tokens, 800);
  assert.equal((await bodyOf({})).max_tokens, undefined);
});

test('[M6] the key is sent as a bearer token, and no header at all without one', async () => {
  await using server = await startOpenAiServer(() => stream());
  for (const key of [apiKey, null]) await collect(remoteModel({ baseUrl: server.baseUrl, apiKey: key }));
  const sent = server.requests.map(({ headers }) => headers.authorization);
  assert.deepEqual(sent, [`Bearer ${apiKey}`, undefined]);
});

test('[M7] text, reasoning, calls, finish reason and usage come out as pieces', async () => {
  const counts = {
    prompt_tokens: 100,
    completion_tokens: 50,
    prompt_tokens_details: { cached_tokens: 60 },
    completion_tokens_details: { reasoning_tokens: 20 },
  };
  const pieces = await play(
    framesOnly(
      ...reasoning('Hm', '.'),
      ...deltas('It ', 'is.'),
      wait(1),
      ...toolCall(0, 'a', 'add', '{"a"', ':1}'),
      finished('tool_calls'),
      usage(counts),
      done(),
    ),
  );
  assert.deepEqual(pieces, [
    { type: 'reasoning', text: 'Hm', block: 'reasoning-0' },
    { type: 'reasoning', text: '.', block: 'reasoning-0' },
    { type: 'text', text: 'It ', block: 'txt-0' },
    { type: 'text', text: 'is.', block: 'txt-0' },
    { type: 'call-begin', key: 'a', name: 'add' },
    { type: 'call-args', key: 'a', text: '{"a"' },
    { type: 'call-args', key: 'a', text: ':1}' },
    { type: 'call-end', key: 'a', name: 'add', args: '{"a":1}' },
    {
      type: 'end',
      finishReason: 'calls',
      usage: { inputTokens: 100, outputTokens: 50, reasoningTokens: 20, cachedTokens: 60, estimatedTokens: 0 },
    },
  ]);
});

const finishReasons = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
  tool_calls: 'calls',
  weird: 'other',
};
for (const [reason, expected] of Object.entries(finishReasons)) {
  test(`[M7] finish reason ${reason} is ${expected}`, async () => {
    const end = endOf(await play(framesOnly(...deltas('a'), finished(reason), usage(), done())));
    assert.equal(end.finishReason, expected);
  });
}

test('[M7] a stop after calls is reported as calls', async () => {
  const end = endOf(await play(framesOnly(...toolCall(0, 'a', 'add', '{}'), finished('stop'), done())));
  assert.equal(end.finishReason, 'calls');
});

test('[M7] arguments that are no JSON are passed on unchanged', async () => {
  for (const args of ['{"a":', 'not json', '', '{}{}', '[1'])
    assert.deepEqual(callsIn(await play(stream(...toolCall(0, 'a', 'add', args)))), [`add ${args}`]);
});

test('[M7] calls that share an id have separate keys', async () => {
  const pieces = await play(stream(...toolCall(0, 'same', 'add', '{"a":1}'), ...toolCall(1, 'same', 'add', '{"a":2}')));
  assert.deepEqual(callsIn(pieces), ['add {"a":1}', 'add {"a":2}']);
  const keys = pieces.flatMap((piece) => (piece.type === 'call-end' ? [piece.key] : []));
  assert.equal(new Set(keys).size, 2);
});

test('[M7] calls with interleaved arguments are kept apart', async () => {
  const first = toolCall(0, 'a', 'add', '{"a":', '1}');
  const second = toolCall(1, 'b', 'sub', '{"b":', '2}');
  const pieces = await play(stream(...first.flatMap((act, index) => [act, ...second.slice(index, index + 1)])));
  assert.deepEqual(callsIn(pieces), ['add {"a":1}', 'sub {"b":2}']);
});

test('[M7] a stream without its end mark is complete when it has a finish reason', async () => {
  assert.equal(endOf(await play(framesOnly(...deltas('a'), finished('stop')))).finishReason, 'stop');
});

test('[M7] missing usage of a provider is estimated, invalid usage is bounded', async () => {
  const silent = endOf(await play(framesOnly(...deltas('a'.repeat(400)), finished('stop'), done())));
  assert.ok(silent.usage.estimatedTokens > 100 && silent.usage.outputTokens === 0);
  const counts = { prompt_tokens: -5, completion_tokens: 1.5, completion_tokens_details: { reasoning_tokens: 1e300 } };
  const odd = endOf(await play(framesOnly(...deltas('a'), finished('stop'), usage(counts), done())));
  assert.deepEqual(odd.usage, {
    inputTokens: 0,
    outputTokens: 2,
    reasoningTokens: 0,
    cachedTokens: 0,
    estimatedTokens: 0,
  });
});

test('[M7][L40.1] a count that no step can have counts as missing, and the step is estimated', async () => {
  const absurd = [{ prompt_tokens: 1e300 }, { completion_tokens: 1e300 }, { prompt_tokens: 1e10 }];
  for (const counts of absurd) {
    const reported = usage({ prompt_tokens: 1, completion_tokens: 1, ...counts });
    const end = endOf(await play(framesOnly(...deltas('a'.repeat(400)), finished('stop'), reported, done())));
    assert.ok(end.usage.estimatedTokens > 100 && end.usage.estimatedTokens < 10_000);
    assert.deepEqual([end.usage.inputTokens, end.usage.outputTokens], [0, 0]);
  }
});

test("[M2] an abort before the first byte ends the request with the signal's reason", async () => {
  const arrived = Promise.withResolvers<void>();
  await using server = await startOpenAiServer(() => {
    arrived.resolve();
    return silence();
  });
  const stop = new AbortController();
  const reason = new Error('enough');
  const ending = collect(modelAt(server.baseUrl), requestWith(), stop.signal);
  arrived.promise.then(() => stop.abort(reason));
  await assert.rejects(ending, (error) => error === reason);
  await server.requests[0]?.closed;
});

const unending: [what: string, reply: Reply][] = [
  ['in a silence', framesOnly(...deltas('a'), { type: 'silence' })],
  ['in an endless stream', framesOnly(endless('la'))],
];
for (const [what, reply] of unending) {
  test(`[M2] an abort ${what} ends the request with the signal's reason`, async () => {
    await using server = await startOpenAiServer(() => reply);
    const stop = new AbortController();
    const reason = new Error('enough');
    const pieces = modelAt(server.baseUrl).stream(requestWith(), stop.signal);
    const reading = async () => {
      for await (const _piece of pieces) setImmediate(() => stop.abort(reason));
    };
    await assert.rejects(reading, (error) => error === reason);
    await server.requests[0]?.closed;
  });
}

test('[M2] no piece follows the abort, and a reader that stops closes the connection', async () => {
  await using server = await startOpenAiServer(() => framesOnly(endless('la', 0)));
  const model = modelAt(server.baseUrl);
  const stop = new AbortController();
  const pieces: ModelPiece[] = [];
  await assert.rejects(async () => {
    for await (const piece of model.stream(requestWith(), stop.signal)) {
      pieces.push(piece);
      stop.abort();
    }
  });
  assert.equal(pieces.length, 1);
  for await (const _piece of model.stream(requestWith(), new AbortController().signal)) break;
  await Promise.all(server.requests.map(({ closed }) => closed));
});

const modelAt = (baseUrl: string) => remoteModel({ baseUrl, apiKey });

async function bodyOf(changes: Partial<ModelRequest>): Promise<ChatBody> {
  await using server = await startOpenAiServer(() => stream());
  await collect(modelAt(server.baseUrl), requestWith(changes));
  return server.requests[0]?.body ?? assert.fail('no request came');
}

async function play(reply: Reply): Promise<ModelPiece[]> {
  await using server = await startOpenAiServer(() => reply);
  return await collect(modelAt(server.baseUrl));
}

function endOf(pieces: ModelPiece[]): Extract<ModelPiece, { type: 'end' }> {
  const end = pieces.at(-1);
  return end?.type === 'end' ? end : assert.fail('there is no end');
}

function callsIn(pieces: ModelPiece[]): string[] {
  return pieces.flatMap((piece) => (piece.type === 'call-end' ? [`${piece.name} ${piece.args}`] : []));
}
