import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { callIdSchema } from '@retinue/protocol';
import {
  begun,
  ended,
  event,
  type MessagesBody,
  message,
  problem,
  startAnthropicServer,
  text,
  thinking,
  toolUse,
} from '../../../../../tests/fakes/anthropic-server.ts';
import { generated, startGoogleServer } from '../../../../../tests/fakes/google-server.ts';
import { collect, requestWith, textOf } from '../../../../../tests/fakes/model-request.ts';
import {
  deltas,
  framesOnly,
  type Reply,
  resetAfter,
  status,
  stream,
  toolCall,
} from '../../../../../tests/fakes/openai-replies.ts';
import { startOpenAiServer } from '../../../../../tests/fakes/openai-server.ts';
import { remoteModel } from '../../../../../tests/fakes/remote-model.ts';
import { type Model, ModelError, type ModelPiece, type ModelRequest } from '../../ports/engine/model.ts';
import { protocolOf } from './vendors.ts';

const apiKey = 'sk-canary-123456';
const callId = callIdSchema.parse('call_ours');
const add = { name: 'add', description: 'Adds.', effect: 'read', input: { type: 'object', properties: {} } } as const;
const history: Partial<ModelRequest> = {
  tools: [add],
  messages: [
    { role: 'user', text: 'Add 1 and 2.' },
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'A tool.', provider: { anthropic: { signature: 'signed' } } },
        { type: 'text', text: 'Wait.' },
        { type: 'call', callId, name: 'add', args: { a: 1 } },
      ],
    },
    { role: 'tool', results: [{ callId, name: 'add', value: { sum: 3 }, failed: false }] },
  ],
};

test('[M10] Anthropic: text, reasoning with its signature, parallel calls, finish reason and usage come out as pieces', async () => {
  const { pieces } = await askAnthropic(
    message(
      thinking(0, 'signed', 'Hm', '.'),
      text(1, 'It ', 'is.'),
      toolUse(2, 'a', 'add', '{"a"', ':1}'),
      toolUse(3, 'b', 'add', '{"a":2}'),
    ),
  );
  assert.deepEqual(joined(pieces), [
    'reasoning Hm.',
    'text It is.',
    'call-begin a',
    'call-end add {"a":1}',
    'call-begin b',
    'call-end add {"a":2}',
    'end calls',
  ]);
  const signed = pieces.flatMap((piece) => (piece.type === 'reasoning' && piece.provider ? [piece.provider] : []));
  assert.deepEqual(signed.at(-1), { anthropic: { signature: 'signed' } });
  const usage = { inputTokens: 160, outputTokens: 50, reasoningTokens: 0, cachedTokens: 60, estimatedTokens: 0 };
  assert.deepEqual(endOf(pieces).usage, usage);
});

test('[M10] Anthropic: a request arrives whole, with our call ids, the signature and the key in its own header', async () => {
  const { body, headers } = await askAnthropic(message(text(0, 'Three.')), {
    ...history,
    sampling: { temperature: 0.5, topK: 40 },
  });
  assert.deepEqual([body.model, body.stream, body.temperature, body.top_k], ['small', true, 0.5, 40]);
  assert.deepEqual(body.system, [{ type: 'text', text: 'Be brief.' }]);
  assert.deepEqual(
    body.messages.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  );
  assert.deepEqual(body.messages[1]?.content, [
    { type: 'thinking', thinking: 'A tool.', signature: 'signed' },
    { type: 'text', text: 'Wait.' },
    { type: 'tool_use', id: 'call_ours', name: 'add', input: { a: 1 } },
  ]);
  assert.match(JSON.stringify(body.messages[2]?.content), /"type":"tool_result","tool_use_id":"call_ours"/);
  assert.deepEqual([headers['x-api-key'], headers.authorization], [apiKey, undefined]);
});

const anthropicFailures: [what: string, reply: Reply, retryable: boolean, words: RegExp, waitMs?: number][] = [
  [
    'a wrong key',
    problem(401, 'authentication_error', 'invalid x-api-key'),
    false,
    /refused the API key \(401\)\. Check it.*It says: invalid x-api-key/,
  ],
  [
    'a busy server',
    problem(429, 'rate_limit_error', 'Slow down.', { 'retry-after': '7' }),
    true,
    /^Rate limited/,
    7000,
  ],
  ['an overloaded server', problem(529, 'overloaded_error', 'Overloaded'), true, /provider is overloaded \(529\)/],
  ['an unknown model', problem(404, 'not_found_error', 'model: small'), false, /does not know "small"/],
  ['an overloaded stream', framesOnly(overloaded()), true, /provider is overloaded \(529\)/],
  [
    'an error in mid-stream',
    framesOnly(begun(), ...text(0, 'a'), overloaded()),
    true,
    /provider is overloaded \(529\).*Overloaded/,
  ],
  ['a stream without its end', framesOnly(begun(), ...text(0, 'half')), true, /The stream ended early/],
  [
    'a stream that is cut in a call',
    framesOnly(begun(), ...toolUse(0, 'a', 'add', '{"a"').slice(0, 2)),
    true,
    /The stream ended early/,
  ],
  ['a reset', resetAfter(500, message(text(0, 'a', 'b', 'c'))), true, /broke off|ended early/],
  ['nonsense', framesOnly(event('message_start', { message: 7 })), true, /not a chat completion/],
];
for (const [what, reply, retryable, words, waitMs] of anthropicFailures) {
  test(`[M10] Anthropic: ${what} is an error with a message without the key`, async () => {
    const error = await failureOf(() => askAnthropic(reply));
    assert.match(error.message, words);
    assert.deepEqual([error.retryable, error.retryAfterMs], [retryable, waitMs ?? null]);
  });
}

test('[M10] Anthropic: an answer that is cut at its length says so', async () => {
  const { pieces } = await askAnthropic(framesOnly(begun(), ...text(0, 'a'), ...ended('max_tokens')));
  assert.equal(endOf(pieces).finishReason, 'length');
});

test('[M10] OpenAI: text, calls and usage come out, and the key goes as a bearer token', async () => {
  await using server = await startOpenAiServer(() =>
    stream(...deltas('It ', 'is.'), ...toolCall(0, 'a', 'add', '{"a":1}')),
  );
  const pieces = await collect(at('openai', server.baseUrl), requestWith(history));
  assert.deepEqual(joined(pieces), ['text It is.', 'call-begin a', 'call-end add {"a":1}', 'end calls']);
  assert.deepEqual([endOf(pieces).usage.inputTokens, endOf(pieces).usage.outputTokens], [10, 5]);
  assert.equal(server.requests[0]?.headers.authorization, `Bearer ${apiKey}`);
  assert.match(JSON.stringify(server.requests[0]?.body), /"tool_call_id":"call_ours"/);
});

const openAiFailures: [what: string, reply: Reply, retryable: boolean, words: RegExp][] = [
  ['a wrong key', status(401, {}, 'Incorrect API key'), false, /refused the API key/],
  ['a busy server', status(429, { 'retry-after': '7' }), true, /^Rate limited/],
  ['a stream without a finish reason', framesOnly(...deltas('half')), true, /The stream ended early/],
];
for (const [what, reply, retryable, words] of openAiFailures) {
  test(`[M10] OpenAI: ${what} is an error with a message`, async () => {
    await using server = await startOpenAiServer(() => reply);
    const error = await failureOf(() => collect(at('openai', server.baseUrl)));
    assert.match(error.message, words);
    assert.equal(error.retryable, retryable);
  });
}

test('[M10] Google: text, reasoning, a call and usage come out, and the key goes in its own header', async () => {
  const parts = [{ text: 'Hm.', thought: true }, { text: 'It is.' }, { functionCall: { name: 'add', args: { a: 1 } } }];
  await using server = await startGoogleServer(() => generated(parts));
  const pieces = await collect(at('google', server.baseUrl), requestWith(history));
  const told = joined(pieces).filter((line) => !line.startsWith('call-begin'));
  assert.deepEqual(told, ['reasoning Hm.', 'text It is.', 'call-end add {"a":1}', 'end calls']);
  assert.deepEqual([endOf(pieces).usage.inputTokens, endOf(pieces).usage.outputTokens], [20, 11]);
  assert.equal(server.requests[0]?.headers['x-goog-api-key'], apiKey);
  assert.match(JSON.stringify(server.requests[0]?.body.contents), /"functionResponse".*"sum":3/);
});

test('[M10] Google: a stream that ends without a reason, and a wrong key, are errors with messages', async () => {
  await using cut = await startGoogleServer(() => generated([{ text: 'half' }], null));
  const early = await failureOf(() => collect(at('google', cut.baseUrl)));
  assert.match(early.message, /The stream ended early/);
  const refused = { error: { code: 400, message: `API key not valid: ${apiKey}`, status: 'INVALID_ARGUMENT' } };
  const reply: Reply = {
    head: { status: 400, headers: { 'content-type': 'application/json' } },
    acts: [{ type: 'write', bytes: JSON.stringify(refused) }],
  };
  await using wrong = await startGoogleServer(() => reply);
  const error = await failureOf(() => collect(at('google', wrong.baseUrl)));
  assert.match(error.message, /API key not valid: \[key\]/);
});

test('[M10] a key of the environment is never sent, and no key is sent if none is set', async () => {
  const names = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'ANTHROPIC_AUTH_TOKEN'];
  for (const name of names) process.env[name] = 'sk-of-the-environment';
  await using anthropic = await startAnthropicServer(() => message(text(0, 'a')));
  await using openAi = await startOpenAiServer(() => stream(...deltas('a')));
  await using google = await startGoogleServer(() => generated([{ text: 'a' }]));
  await collect(remoteModel({ kind: 'anthropic', baseUrl: anthropic.baseUrl, apiKey: null }));
  await collect(remoteModel({ kind: 'openai', baseUrl: openAi.baseUrl, apiKey: null }));
  await collect(remoteModel({ kind: 'google', baseUrl: google.baseUrl, apiKey: null }));
  for (const name of names) delete process.env[name];
  const sent = [anthropic, openAi, google].flatMap(({ requests }) => requests.map(({ headers }) => headers));
  assert.equal(sent.length, 3);
  assert.ok(!/sk-of|set-when-sent/.test(JSON.stringify(sent)), JSON.stringify(sent));
});

function at(kind: 'openai' | 'anthropic' | 'google', baseUrl: string): Model {
  return remoteModel({ kind, baseUrl, apiKey });
}

async function askAnthropic(
  reply: Reply,
  changes: Partial<ModelRequest> = {},
): Promise<{ pieces: ModelPiece[]; body: MessagesBody; headers: Record<string, unknown> }> {
  await using server = await startAnthropicServer(() => reply);
  const pieces = await collect(at('anthropic', server.baseUrl), requestWith(changes));
  const [request] = server.requests;
  assert.ok(request);
  return { pieces, body: request.body, headers: request.headers };
}

async function failureOf(run: () => Promise<unknown>): Promise<ModelError> {
  const error: unknown = await run().then(
    () => assert.fail('it should have failed'),
    (reason) => reason,
  );
  assert.ok(error instanceof ModelError, inspect(error));
  assert.ok(!inspect(error, { depth: 9, showHidden: true }).includes('canary'), inspect(error));
  return error;
}

/** Neighbors of one kind as one line, as the engine merges them. */
function joined(pieces: readonly ModelPiece[]): string[] {
  const lines: string[] = [];
  let last = '';
  for (const piece of pieces) {
    if (piece.type === 'call-args') continue;
    if (piece.type === 'text' || piece.type === 'reasoning') {
      if (last === piece.type) lines.push(`${lines.pop()}${piece.text}`);
      else lines.push(`${piece.type} ${piece.text}`);
    } else if (piece.type === 'call-begin') lines.push(`call-begin ${piece.key}`);
    else if (piece.type === 'call-end') lines.push(`call-end ${piece.name} ${piece.args}`);
    else lines.push(`end ${piece.finishReason}`);
    last = piece.type;
  }
  return lines;
}

function endOf(pieces: readonly ModelPiece[]): Extract<ModelPiece, { type: 'end' }> {
  const end = pieces.at(-1);
  return end?.type === 'end' ? end : assert.fail(`there is no end: ${textOf(pieces)}`);
}

function overloaded() {
  return event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } });
}

test("[M10.1] OpenAI's own server is called by its Responses protocol, and others by chat completions", () => {
  const protocols = ['https://api.openai.com/v1', 'https://proxy.example/v1'].map((baseUrl) =>
    protocolOf('openai', { baseUrl, key: () => null, fetch }),
  );
  assert.deepEqual(protocols, ['openai-responses', 'openai-chat']);
});
