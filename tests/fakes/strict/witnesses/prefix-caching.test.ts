import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { barrier, say } from '../../../support/scripted/script-lines.ts';
import { type StrictServer, startStrictServer } from '../strict-servers.ts';

/** About so many tokens; the beginnings of two sizes are the same. */
const tokens = (count: number) => 'word'.repeat(count);
/** Reads and writes of every request so far, rounded to hundreds. */
const counts = ({ played }: StrictServer) =>
  played.map(({ usage, cacheWriteTokens }) =>
    [usage.cachedTokens, cacheWriteTokens].map((count) => Math.round(count / 100) * 100),
  );

async function askClaude(
  server: StrictServer,
  system: Anthropic.TextBlockParam[],
  changes: Partial<Anthropic.MessageCreateParams> = {},
) {
  const client = new Anthropic({ apiKey: server.apiKey, baseURL: server.origin, maxRetries: 0 });
  const request = {
    model: 'claude-opus-4-8',
    max_tokens: 100,
    system,
    messages: [{ role: 'user' as const, content: 'Hello' }],
  };
  return client.messages.stream({ ...request, ...changes, stream: true }).finalMessage();
}

const marked = (count: number, ttl?: '1h'): Anthropic.TextBlockParam => ({
  type: 'text',
  text: tokens(count),
  cache_control: { type: 'ephemeral', ...(ttl ? { ttl } : {}) },
});

test('Anthropic: a marked prefix is written once and then read, from the minimum of the model on', async () => {
  await using server = await startStrictServer('anthropic', [say('Hi')]);
  await askClaude(server, [marked(2000)]);
  const { usage } = await askClaude(server, [marked(2000)]);
  await askClaude(server, [marked(800)]);
  assert.deepEqual(counts(server), [
    [0, 2000],
    [2000, 0],
    [0, 0],
  ]);
  const { input_tokens: input, cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage;
  assert.deepEqual([input < 50, (read ?? 0) >= 2000, written], [true, true, 0]);
});

test('Anthropic: an entry is readable when the response to its request has begun, and for as long as its mark says', async () => {
  let now = 0;
  await using server = await startStrictServer('anthropic', [barrier('held'), say('Hi')], { now: () => now });
  const first = askClaude(server, [marked(2000)]);
  await server.barriers.reached('held', 1);
  const second = askClaude(server, [marked(2000)]);
  await server.barriers.reached('held', 2);
  server.barriers.release('held');
  await Promise.all([first, second]);
  now += 301_000;
  await askClaude(server, [marked(2000)]);
  await askClaude(server, [marked(3000, '1h')]);
  now += 3_000_000;
  await askClaude(server, [marked(3000, '1h')]);
  assert.deepEqual(counts(server), [
    [0, 2000],
    [2000, 0],
    [0, 2000],
    [0, 3000],
    [3000, 0],
  ]);
});

test('Anthropic: a mark finds entries among the 20 blocks before it, and none behind', async () => {
  await using server = await startStrictServer('anthropic', [say('Hi')]);
  const grown = (blocks: number): Partial<Anthropic.MessageCreateParams> => ({
    messages: [
      {
        role: 'user',
        content: Array.from({ length: blocks }, (_, index): Anthropic.TextBlockParam => {
          const isLast = index === blocks - 1;
          return { type: 'text', text: tokens(500), ...(isLast ? { cache_control: { type: 'ephemeral' } } : {}) };
        }),
      },
    ],
  });
  for (const blocks of [4, 23, 44]) await askClaude(server, [], grown(blocks));
  const [first = 0, second = 0, third = 0] = server.played.map(({ usage }) => usage.cachedTokens);
  assert.deepEqual([first, second > 1900, third], [0, true, 0]);
});

test('Anthropic: another effort leaves system and tools cached, and not the messages', async () => {
  await using server = await startStrictServer('anthropic', [say('Hi')]);
  const ask = (effort: 'low' | 'high') =>
    askClaude(server, [marked(2000)], {
      cache_control: { type: 'ephemeral' },
      output_config: { effort },
      messages: [{ role: 'user', content: tokens(2000) }],
    });
  for (const effort of ['low', 'low', 'high'] as const) await ask(effort);
  assert.deepEqual(counts(server), [
    [0, 4000],
    [4000, 0],
    [2000, 2000],
  ]);
});

async function askGpt(
  server: StrictServer,
  model: string,
  text: string,
  changes: Partial<OpenAI.Responses.ResponseCreateParams> = {},
) {
  const client = new OpenAI({ apiKey: server.apiKey, baseURL: server.baseUrl, maxRetries: 0 });
  for await (const _ of await client.responses.create({
    model,
    store: false,
    instructions: tokens(2000),
    input: text,
    ...changes,
    stream: true,
  }));
}

test('OpenAI before GPT-5.6: a common prefix from 1,024 tokens on is read in steps of 128, on the route of its key', async () => {
  await using server = await startStrictServer('responses', [say('Hi')]);
  await askGpt(server, 'gpt-5.1', 'One');
  await askGpt(server, 'gpt-5.1', 'Two');
  await askGpt(server, 'gpt-5.1', 'Two', { prompt_cache_key: 'other' });
  await askGpt(server, 'gpt-5.1', 'Two', { instructions: tokens(900) });
  const reads = server.played.map(({ usage }) => usage.cachedTokens);
  assert.deepEqual(
    [reads.map((read) => read % 128), reads],
    [
      [0, 0, 0, 0],
      [0, 1920, 0, 0],
    ],
  );
});

test('OpenAI from GPT-5.6 on: a changed last message loses the prefix, unless a mark stands before it', async () => {
  await using server = await startStrictServer('responses', [say('Hi')]);
  const developer = (mark: object): Partial<OpenAI.Responses.ResponseCreateParams> => ({
    instructions: null,
    prompt_cache_key: 'agent',
    input: [
      { role: 'developer', content: [{ type: 'input_text', text: tokens(2000), ...mark }] },
      { role: 'user', content: `${Math.random()}` },
    ],
  });
  for (const mark of [
    {},
    {},
    { prompt_cache_breakpoint: { mode: 'explicit' } },
    { prompt_cache_breakpoint: { mode: 'explicit' } },
  ])
    await askGpt(server, 'gpt-5.6-terra', '', developer(mark));
  assert.deepEqual(counts(server), [
    [0, 2000],
    [0, 2000],
    [0, 2000],
    [2000, 0],
  ]);
});

test('OpenAI from GPT-5.6 on: a conversation that grows reads up to its latest message before', async () => {
  await using server = await startStrictServer('responses', [say('Hi')]);
  const input: OpenAI.Responses.EasyInputMessage[] = [{ role: 'user', content: 'One' }];
  await askGpt(server, 'gpt-5.6-terra', '', { input: [...input] });
  input.push({ role: 'assistant', content: 'Hi' }, { role: 'user', content: 'Two' });
  await askGpt(server, 'gpt-5.6-terra', '', { input });
  assert.ok((server.played[1]?.usage.cachedTokens ?? 0) > 2000);
  assert.ok(server.cachedShare() > 0.4);
});

test('Gemini: a common prefix is read from the minimum of the model on, and writes are not counted', async () => {
  await using server = await startStrictServer('google', [say('Hi')]);
  const client = new GoogleGenAI({ apiKey: server.apiKey, httpOptions: { baseUrl: server.origin } });
  const ask = async (model: string, text: string) => {
    const config = { systemInstruction: tokens(3000) };
    for await (const _ of await client.models.generateContentStream({ model, contents: text, config }));
  };
  for (const model of ['gemini-2.5-flash', 'gemini-3.8-flash'])
    for (const text of ['One', 'Two']) await ask(model, text);
  assert.deepEqual(counts(server), [
    [0, 0],
    [3000, 0],
    [0, 0],
    [0, 0],
  ]);
});
