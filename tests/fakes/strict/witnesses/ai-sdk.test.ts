import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { isStepCount, type LanguageModel, streamText, tool } from 'ai';
import { z } from 'zod';
import { call, say, think, together } from '../../../support/scripted/script-lines.ts';
import { inSteps, type StrictProtocol, type StrictServer, startStrictServer } from '../strict-servers.ts';

/* One script, played by each service to the loop of the AI SDK, which sends back by itself what a provider gave. */
const script = inSteps(
  [think('One.'), think('Two.'), say('Wait.'), together(call('add', { a: 1 }), call('add', { a: 2 }))],
  [think('Three.'), call('add', { a: 3 })],
  [think('Four.'), say('It is ', 'six.')],
);

type ProviderOptions = NonNullable<Parameters<typeof streamText>[0]['providerOptions']>;
type Client = (server: StrictServer) => { model: LanguageModel; providerOptions?: ProviderOptions };

const anthropicModel = (
  id: string,
  thinking: { type: 'adaptive' } | { type: 'enabled'; budgetTokens: number },
): Client => {
  return ({ apiKey, baseUrl }) => ({
    model: createAnthropic({ apiKey, baseURL: baseUrl })(id),
    providerOptions: { anthropic: { thinking, cacheControl: { type: 'ephemeral' } } },
  });
};

const clients: [name: string, service: StrictProtocol, client: Client][] = [
  ['Opus 5.5', 'anthropic', anthropicModel('claude-opus-5-5', { type: 'adaptive' })],
  ['Sonnet 4.6', 'anthropic', anthropicModel('claude-sonnet-4-6', { type: 'adaptive' })],
  [
    'Haiku 4.5 with a thinking budget',
    'anthropic',
    anthropicModel('claude-haiku-4-5', { type: 'enabled', budgetTokens: 2000 }),
  ],
  [
    'GPT-5.6',
    'responses',
    ({ apiKey, baseUrl }) => ({
      model: createOpenAI({ apiKey, baseURL: baseUrl }).responses('gpt-5.6-terra'),
      providerOptions: { openai: { store: false, reasoningSummary: 'auto', include: ['reasoning.encrypted_content'] } },
    }),
  ],
  ['GPT-5.1', 'chat', ({ apiKey, baseUrl }) => ({ model: createOpenAI({ apiKey, baseURL: baseUrl }).chat('gpt-5.1') })],
  [
    'Gemini 3.8',
    'google',
    ({ apiKey, baseUrl }) => ({
      model: createGoogleGenerativeAI({ apiKey, baseURL: baseUrl })('gemini-3.8-flash'),
      providerOptions: { google: { thinkingConfig: { includeThoughts: true } } },
    }),
  ],
];

for (const [name, service, client] of clients) {
  test(`${name}: a turn of three steps by the AI SDK breaks no rule, and reads what the script says`, async () => {
    await using server = await startStrictServer(service, script);
    const result = streamText({
      ...client(server),
      system: 'You are adder. Be brief.',
      prompt: 'Add 1, 2 and 3.',
      tools: { add: tool({ inputSchema: z.object({ a: z.number() }), execute: async ({ a }) => a }) },
      stopWhen: isStepCount(5),
      maxRetries: 0,
      onError: () => {},
    });
    await result.consumeStream();
    assert.deepEqual(server.refused, []);
    assert.equal(await result.text, 'It is six.');
    const steps = await result.steps;
    const inputs = steps.map(({ toolCalls }) => toolCalls.map(({ input }) => input));
    assert.deepEqual(inputs, [[{ a: 1 }, { a: 2 }], [{ a: 3 }], []]);
    assert.deepEqual(
      server.played.map(({ agent, step, isWhole }) => [agent, step, isWhole]),
      [
        ['adder', 1, true],
        ['adder', 2, true],
        ['adder', 3, true],
      ],
    );
  });
}
