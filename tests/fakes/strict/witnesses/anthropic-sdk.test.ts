import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { call, fail, finish, pause, say, think, together } from '../../../support/scripted/script-lines.ts';
import { redact, refuse, type StrictScript, search, startStrictServer } from '../strict-servers.ts';

const request: Anthropic.MessageCreateParamsStreaming = {
  model: 'claude-opus-5-5',
  max_tokens: 4000,
  stream: true,
  thinking: { type: 'adaptive', display: 'summarized' },
  tools: [
    { name: 'add', input_schema: { type: 'object', properties: { a: { type: 'number' } } } },
    { type: 'web_search_20260209', name: 'web_search' },
  ],
  messages: [{ role: 'user', content: 'Add 1 and 2.' }],
};

async function ask(script: StrictScript, changes: Partial<typeof request> = {}) {
  await using server = await startStrictServer('anthropic', script);
  const client = new Anthropic({ apiKey: server.apiKey, baseURL: server.origin, maxRetries: 0 });
  const types: string[] = [];
  const stream = client.messages.stream({ ...request, ...changes });
  stream.on('streamEvent', ({ type }) => types.push(type));
  return { message: await stream.finalMessage(), types };
}

test('the Anthropic SDK reads thinking, redacted thinking, text and calls', async () => {
  const script = [
    think('H', 'm.'),
    think('More.'),
    redact(),
    say('It ', 'is.'),
    together(call('add', { a: 1 }), call('add', { a: 2 })),
  ];
  const { message } = await ask(script);
  const shown = message.content.map((block) => {
    if (block.type === 'thinking') return [block.thinking, block.signature !== ''];
    if (block.type === 'redacted_thinking') return ['redacted', block.data !== ''];
    return block.type === 'tool_use' ? [block.name, block.input] : [block.type === 'text' ? block.text : block.type];
  });
  assert.deepEqual(shown, [
    ['Hm.', true],
    ['More.', true],
    ['redacted', true],
    ['It is.'],
    ['add', { a: 1 }],
    ['add', { a: 2 }],
  ]);
  assert.equal(message.stop_reason, 'tool_use');
  assert.equal(new Set(message.content.map((block) => ('id' in block ? block.id : block.type))).size, 5);
});

test('the Anthropic SDK reads thinking without text where the model leaves it out', async () => {
  const { message } = await ask([think('Secret.'), say('Three.')], { thinking: { type: 'adaptive' } });
  const [block] = message.content;
  assert.ok(block?.type === 'thinking' && block.thinking === '' && block.signature.length > 50);
});

test('the Anthropic SDK reads a search with its results and citations', async () => {
  const { message } = await ask([search('sums', [{ title: 'Sums', url: 'https://example.org' }], 'Three.')]);
  assert.deepEqual(
    message.content.map(({ type }) => type),
    ['server_tool_use', 'web_search_tool_result', 'text'],
  );
  const text = message.content[2];
  assert.ok(text?.type === 'text' && text.citations?.[0]?.type === 'web_search_result_location');
  assert.equal(message.usage.server_tool_use?.web_search_requests, 1);
});

test('the Anthropic SDK reads a refusal and an answer that was cut', async () => {
  const { message } = await ask([refuse('I ', 'can’t.')]);
  assert.deepEqual([message.stop_reason, message.stop_details?.type], ['refusal', 'refusal']);
  assert.equal((await ask([say('Half'), finish('length')])).message.stop_reason, 'max_tokens');
});

test('the Anthropic SDK passes over pings and reads usage from both ends', async () => {
  const { message, types } = await ask([say('a'), pause(1), say('b')]);
  assert.ok(!types.includes('ping'));
  assert.deepEqual([message.usage.output_tokens, message.usage.cache_read_input_tokens], [2, 0]);
});

const failures: [what: string, script: StrictScript, error: new (...given: never[]) => Error, words: RegExp][] = [
  ['an overloaded service', [fail({ isOutage: true })], Anthropic.InternalServerError, /overloaded_error/],
  ['a rate limit', [fail({ retryAfterMs: 7000 })], Anthropic.RateLimitError, /rate_limit_error/],
  ['a prompt that is too long', [fail({ isTooLong: true })], Anthropic.BadRequestError, /prompt is too long/],
  ['an overload in the middle', [say('Half'), fail({ isOutage: true })], Anthropic.APIError, /overloaded_error/],
];
for (const [what, script, type, words] of failures) {
  test(`the Anthropic SDK reads ${what} as an error`, async () => {
    await assert.rejects(ask(script), (error) => error instanceof type && words.test(error.message));
  });
}
