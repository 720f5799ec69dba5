import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI from 'openai';
import { call, fail, finish, pause, say, think, together } from '../../../support/scripted/script-lines.ts';
import { redact, refuse, type StrictScript, search, startStrictServer } from '../strict-servers.ts';

type ResponsesParams = OpenAI.Responses.ResponseCreateParamsStreaming;

const parameters = {
  type: 'object',
  properties: { a: { type: 'number' } },
  required: ['a'],
  additionalProperties: false,
};
const responsesRequest: ResponsesParams = {
  model: 'gpt-5.6-terra',
  stream: true,
  store: false,
  include: ['reasoning.encrypted_content'],
  reasoning: { effort: 'low', summary: 'auto' },
  tools: [{ type: 'function', name: 'add', parameters, strict: true }, { type: 'web_search' }],
  input: 'Add 1 and 2.',
};

async function respond(script: StrictScript, changes: Partial<ResponsesParams> = {}) {
  await using server = await startStrictServer('responses', script);
  const client = new OpenAI({ apiKey: server.apiKey, baseURL: server.baseUrl, maxRetries: 0 });
  const events: OpenAI.Responses.ResponseStreamEvent[] = [];
  for await (const event of await client.responses.create({ ...responsesRequest, ...changes })) events.push(event);
  const last = events.at(-1);
  assert.ok(last && 'response' in last, JSON.stringify(last));
  return { events, response: last.response };
}

test('the OpenAI SDK reads reasoning, text and calls from Responses, in numbered events', async () => {
  const script = [
    think('H', 'm.'),
    redact(),
    say('It ', 'is.'),
    together(call('add', { a: 1 }), call('add', { a: 2 })),
  ];
  const { events, response } = await respond(script);
  assert.deepEqual(
    response.output.map(({ type }) => type),
    ['reasoning', 'reasoning', 'message', 'function_call', 'function_call'],
  );
  const [reasoning, redacted, , first] = response.output;
  assert.ok(reasoning?.type === 'reasoning' && reasoning.summary[0]?.text === 'Hm.' && reasoning.encrypted_content);
  assert.ok(redacted?.type === 'reasoning' && redacted.summary.length === 0 && redacted.encrypted_content);
  assert.ok(first?.type === 'function_call' && first.arguments === '{"a":1}' && first.call_id.startsWith('call_'));
  assert.deepEqual(
    events.map((event) => event.sequence_number),
    events.map((_, index) => index),
  );
  const summary = events.filter(({ type }) => type.startsWith('response.reasoning_summary'));
  assert.deepEqual(
    [...new Set(summary.map(({ type }) => type.split('.').slice(1).join('.')))],
    [
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
    ],
  );
});

test('the OpenAI SDK accumulates the same response from the deltas', async () => {
  await using server = await startStrictServer('responses', [think('Hm.'), say('It ', 'is.'), call('add', { a: 1 })]);
  const client = new OpenAI({ apiKey: server.apiKey, baseURL: server.baseUrl, maxRetries: 0 });
  const final = await client.responses.stream({ ...responsesRequest }).finalResponse();
  assert.equal(final.output_text, 'It is.');
  assert.deepEqual([final.status, final.usage?.output_tokens_details.reasoning_tokens], ['completed', 1]);
});

test('without include, reasoning has no encrypted content; without summary, no text', async () => {
  const { response } = await respond([think('Hm.'), say('a')], { include: [], reasoning: { effort: 'low' } });
  const [reasoning] = response.output;
  assert.ok(reasoning?.type === 'reasoning' && !reasoning.encrypted_content && reasoning.summary.length === 0);
});

test('the OpenAI SDK reads a search with citations, a refusal, a cut answer and a filtered one', async () => {
  const { response } = await respond([search('sums', [{ title: 'Sums', url: 'https://example.org' }], 'Three.')]);
  const [searching, message] = response.output;
  assert.ok(searching?.type === 'web_search_call' && searching.status === 'completed');
  const part = message?.type === 'message' ? message.content[0] : undefined;
  assert.ok(part?.type === 'output_text' && part.annotations[0]?.type === 'url_citation');
  const refused = (await respond([refuse('No.')])).response;
  assert.ok(refused.output[0]?.type === 'message' && refused.output[0].content[0]?.type === 'refusal');
  const cut = (await respond([say('Half'), finish('length')])).response;
  assert.deepEqual([cut.status, cut.incomplete_details?.reason], ['incomplete', 'max_output_tokens']);
  const filtered = (await respond([say('Half'), finish('content-filter')])).response;
  assert.deepEqual([filtered.status, filtered.incomplete_details?.reason], ['incomplete', 'content_filter']);
});

test('the OpenAI SDK reads failures of Responses', async () => {
  const { response } = await respond([say('Half'), fail({ isOutage: true })]);
  assert.deepEqual([response.status, response.error?.code], ['failed', 'server_is_overloaded']);
  await assert.rejects(respond([fail({ retryAfterMs: 7000 })]), OpenAI.RateLimitError);
  await assert.rejects(respond([fail({ isTooLong: true })]), { code: 'context_length_exceeded', status: 400 });
});

const chatRequest: OpenAI.ChatCompletionCreateParamsStreaming = {
  model: 'gpt-5.1',
  stream: true,
  stream_options: { include_usage: true },
  tools: [{ type: 'function', function: { name: 'add', parameters, strict: true } }],
  messages: [{ role: 'user', content: 'Add 1 and 2.' }],
};

async function complete(script: StrictScript, changes: Partial<typeof chatRequest> = {}) {
  await using server = await startStrictServer('chat', script);
  const client = new OpenAI({ apiKey: server.apiKey, baseURL: server.baseUrl, maxRetries: 0 });
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  const stream = client.chat.completions.stream({ ...chatRequest, ...changes });
  stream.on('chunk', (chunk) => chunks.push(chunk));
  return { completion: await stream.finalChatCompletion(), chunks };
}

test('the OpenAI SDK reads text, calls and usage from chat completions, past comments and empty deltas', async () => {
  const script = [think('Hm.'), say('It ', 'is.'), pause(1), together(call('add', { a: 1 }), call('add', { a: 2 }))];
  const { completion, chunks } = await complete(script);
  const message = completion.choices[0]?.message;
  assert.equal(message?.content, 'It is.');
  const calls = (message?.tool_calls ?? []).map((one) => (one.type === 'function' ? one.function.arguments : ''));
  assert.deepEqual(calls, ['{"a":1}', '{"a":2}']);
  assert.equal(completion.choices[0]?.finish_reason, 'tool_calls');
  assert.equal(chunks[0]?.choices[0]?.delta.content, '');
  const last = chunks.at(-1);
  assert.deepEqual([last?.choices, last?.usage?.completion_tokens_details?.reasoning_tokens], [[], 1]);
});

test('the OpenAI SDK reads citations, a refusal and failures of chat completions', async () => {
  const results = [{ title: 'Sums', url: 'https://example.org' }];
  const { chunks } = await complete([search('sums', results, 'Three.')], { web_search_options: {} });
  assert.ok(chunks.some((chunk) => JSON.stringify(chunk).includes('"url_citation"')));
  const { completion } = await complete([refuse('No.')]);
  assert.equal(completion.choices[0]?.message.refusal, 'No.');
  await assert.rejects(complete([fail({ isOutage: true })]), { status: 503 });
  await assert.rejects(complete([say('Half'), fail({ isOutage: true })]), /overloaded/);
});
