import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '../../../../../tests/fakes/model-request.ts';
import {
  delta,
  deltas,
  done,
  frame,
  framesOnly,
  page,
  type Reply,
  raw,
  resetAfter,
  status,
  stream,
  write,
} from '../../../../../tests/fakes/openai-replies.ts';
import { startOpenAiServer } from '../../../../../tests/fakes/openai-server.ts';
import { remoteModel } from '../../../../../tests/fakes/remote-model.ts';
import { type Model, ModelError } from '../../ports/engine/model.ts';
import { retryAfterMs } from './retry-after.ts';

const apiKey = 'sk-secret-123456';

const statuses: [code: number, retryable: boolean, words: RegExp][] = [
  [400, false, /refused the request for "small".*settings/],
  [401, false, /refused the API key.*Check it/],
  [402, false, /no credit left/],
  [403, false, /may not use "small".*another model/],
  [404, false, /does not know "small".*base URL/],
  [408, true, /timed out \(408\)/],
  [409, true, /conflicting request \(409\)/],
  [413, false, /too large/],
  [418, false, /refused the request \(418\)/],
  [429, true, /^Rate limited\./],
  [500, true, /^The provider returned an error \(500\)\./],
  [503, true, /^The provider returned an error \(503\)\./],
  [529, true, /^The provider is overloaded \(529\)\./],
];
for (const [code, retryable, words] of statuses) {
  test(`[M8] status ${code} is an error with a message that ${retryable ? 'may' : 'may not'} be retried`, async () => {
    const error = await failureOf(status(code, {}, 'Details here.'));
    assert.match(error.message, words);
    assert.match(error.message, /It says: Details here\.$/);
    assert.deepEqual([error.retryable, error.retryAfterMs], [retryable, null]);
  });
}

const tooLong: [code: number, words: string][] = [
  [400, "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens."],
  [400, 'prompt is too long: 210000 tokens > 200000 maximum'],
  [400, 'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000'],
  [400, 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'],
  [400, 'the request exceeds the available context size, try increasing it'],
  [400, 'Your input exceeds the context window of this model.'],
  [413, 'Request exceeds the maximum size.'],
  [422, 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length'],
];
for (const [code, words] of tooLong) {
  test(`[L9.5][M8] a prompt that is too long is recognized by the provider's message: ${words.slice(0, 40)}`, async () => {
    const error = await failureOf(status(code, {}, words));
    assert.deepEqual([error.isTooLong, error.retryable], [true, false]);
  });
}

test('[M8] another refusal is not taken for a prompt that is too long', async () => {
  for (const words of ['Invalid value for temperature.', 'max_tokens must be positive', 'Unknown tool.'])
    assert.equal((await failureOf(status(400, {}, words))).isTooLong, false);
});

test('[M8] a missing key is distinguished from a refused one', async () => {
  assert.match((await failureOf(status(401), { apiKey: null })).message, /needs an API key \(401\)\. Add one/);
});

test('[M8] an account without credit is not retried, though its status is that of a busy server', async () => {
  const body = JSON.stringify({ error: { message: 'You have no quota.', code: 'insufficient_quota' } });
  const error = await failureOf(page(429, 'application/json', body, { 'retry-after': '5' }));
  assert.deepEqual([error.retryable, error.retryAfterMs], [false, null]);
  assert.match(error.message, /no credit left/);
});

test("[M8] a server's retry time is respected", async () => {
  assert.equal((await failureOf(status(429, { 'retry-after': '7' }))).retryAfterMs, 7000);
  const date = { date: 'Mon, 16 Nov 2026 07:00:00 GMT', 'retry-after': 'Mon, 16 Nov 2026 07:01:30 GMT' };
  assert.equal((await failureOf(status(503, date))).retryAfterMs, 90_000);
  assert.equal((await failureOf(status(401, { 'retry-after': '7' }))).retryAfterMs, null);
});

test('[M8] a wait is never negative or longer than a day, and an invalid one is ignored', () => {
  const date = 'Mon, 16 Nov 2026 07:00:00 GMT';
  assert.equal(retryAfterMs({ 'retry-after': '1.5' }), 1500);
  assert.equal(retryAfterMs({ 'retry-after': '9', 'retry-after-ms': '250' }), 250);
  assert.equal(retryAfterMs({ 'retry-after': '9'.repeat(400) }), 86_400_000);
  assert.equal(retryAfterMs({ 'retry-after': 'Mon, 16 Nov 2026 06:00:00 GMT', date }), 0);
  for (const text of ['soon', '-1', '', '1e3', 'NaN']) assert.equal(retryAfterMs({ 'retry-after': text }), null, text);
  assert.equal(retryAfterMs({ 'retry-after': date }), null, 'a date says nothing without the date of the reply');
});

const html = '<!doctype html><title>502 Bad Gateway</title>';
const garbage = write('data: {"choices":[{"delta":{"content":"hal\n\n');
const reported = (message: string, type: string) => ({ error: { message, type } });
const streams: [what: string, reply: Reply, retryable: boolean, words: RegExp][] = [
  ['an HTML page', page(200, 'text/html; charset=utf-8', html), false, /replied with text\/html.*Check the base URL/],
  ['a JSON document', page(200, 'application/json', '{"choices":[]}'), false, /replied with application\/json/],
  ['an HTML error page', page(502, 'text/html', html), true, /^The provider returned an error \(502\)\.$/],
  ['an empty error', page(500, 'text/plain', ''), true, /^The provider returned an error \(500\)\.$/],
  ['no finish reason', framesOnly(...deltas('a'), done()), true, /The stream ended early/],
  ['an empty stream', framesOnly(), true, /The stream ended early/],
  ['broken framing', framesOnly(write('garbage\r\r:\n\n'), write('dat')), true, /The stream ended early/],
  ['a frame with nothing in it', framesOnly(write('data\n\n')), true, /sent a reply that is not a chat/],
  ['a delta that is no JSON', framesOnly(...deltas('a'), garbage, done()), true, /sent a reply that is not a chat/],
  ['a delta of another shape', framesOnly(frame({ choices: 'none' })), true, /sent a reply that is not a chat/],
  [
    'a call without a name',
    stream(delta({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] })),
    true,
    /not a chat/,
  ],
  ['a reset', resetAfter(100, stream(...deltas('a', 'b', 'c'))), true, /broke off.*The stream ended early/],
  ['a reset before anything', { head: 'none', acts: [{ type: 'reset' }] }, true, /cannot be reached/],
  ['no HTTP', raw('SSH-2.0-OpenSSH_9.6\r\n'), true, /cannot be reached/],
  ['an error in the stream', framesOnly(frame(reported('Oops.', 'server_error'))), true, /in the middle.*Oops\.$/],
  ['a lasting error in it', framesOnly(frame(reported('Bad.', 'invalid_request_error'))), false, /Bad\.$/],
  [
    'a status in it',
    framesOnly(frame({ error: { message: 'Slow.', code: 429 } })),
    true,
    /^Rate limited\. It says: Slow\.$/,
  ],
  ['an error in one word', framesOnly(frame({ choices: [], error: 'Oops' })), true, /It says: Oops$/],
];
for (const [what, reply, retryable, words] of streams) {
  test(`[M8] ${what} is an error with a message`, async () => {
    const error = await failureOf(reply);
    assert.match(error.message, words);
    assert.equal(error.retryable, retryable);
  });
}

test('[M8] a missing server is an error that may be retried', async () => {
  const server = await startOpenAiServer(() => stream());
  await server[Symbol.asyncDispose]();
  const model = remoteModel({ baseUrl: server.baseUrl, apiKey });
  const error = await failure(model);
  assert.match(error.message, /^127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)/);
  assert.ok(error.retryable);
});

test('[M8] no error shows or holds the key', async () => {
  const echoes = [
    failureOf(status(401, {}, `Incorrect API key provided: ${apiKey}.`)),
    failureOf(status(400, {}, `${'x'.repeat(290)} ${apiKey}`)),
    failureOf(page(403, 'text/plain', `key=${apiKey}`)),
    failureOf(framesOnly(frame(reported(`Bad key ${apiKey}`, 'server_error')))),
    failureOf(stream(), { apiKey: `${apiKey}\nx` }),
    failureOf(stream(), { apiKey, baseUrl: `http://user:${apiKey}@127.0.0.1:1/v1` }),
    failureOf(stream(), { apiKey, baseUrl: 'no url' }),
  ];
  for (const error of await Promise.all(echoes)) {
    const everything = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
    assert.ok(!everything.includes('sk-secret'), everything);
  }
});

test('[M8] the model sends one request and leaves retries to the engine', async () => {
  await using server = await startOpenAiServer(() => status(503));
  const model = remoteModel({ baseUrl: server.baseUrl, apiKey });
  await failure(model);
  assert.equal(server.requests.length, 1);
});

async function failureOf(
  reply: Reply,
  options: { apiKey?: string | null; baseUrl?: string } = {},
): Promise<ModelError> {
  await using server = await startOpenAiServer(() => reply);
  return await failure(remoteModel({ baseUrl: server.baseUrl, apiKey, ...options }));
}

async function failure(model: Model): Promise<ModelError> {
  const error = await collect(model).then(
    () => assert.fail('it should have failed'),
    (reason) => reason,
  );
  if (!(error instanceof ModelError)) throw error;
  return error;
}
