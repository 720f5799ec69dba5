import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type GenerateContentParameters,
  type GenerateContentResponse,
  GoogleGenAI,
  ThinkingLevel,
} from '@google/genai';
import { call, fail, finish, say, think, together } from '../../../support/scripted/script-lines.ts';
import { refuse, type StrictScript, search, startStrictServer } from '../strict-servers.ts';

const request: GenerateContentParameters = {
  model: 'gemini-3.8-flash',
  contents: 'Add 1 and 2.',
  config: {
    thinkingConfig: { includeThoughts: true, thinkingLevel: ThinkingLevel.LOW },
    tools: [
      {
        functionDeclarations: [
          { name: 'add', parametersJsonSchema: { type: 'object', properties: { a: { type: 'number' } } } },
        ],
      },
    ],
  },
};

async function generate(script: StrictScript, changes: Partial<GenerateContentParameters> = {}) {
  await using server = await startStrictServer('google', script);
  const client = new GoogleGenAI({ apiKey: server.apiKey, httpOptions: { baseUrl: server.origin } });
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of await client.models.generateContentStream({ ...request, ...changes })) chunks.push(chunk);
  return {
    chunks,
    parts: chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []),
    last: chunks.at(-1),
  };
}

test('the Gemini SDK reads thoughts, text and calls, of which the first is signed', async () => {
  const script = [think('H', 'm.'), say('It ', 'is.'), together(call('add', { a: 1 }), call('add', { a: 2 }))];
  const { parts, last } = await generate(script);
  const shown = parts.map(({ text, thought, functionCall, thoughtSignature }) => {
    return [functionCall ? functionCall.args?.a : text, thought ?? false, thoughtSignature !== undefined];
  });
  assert.deepEqual(shown, [
    ['Hm.', true, false],
    ['It ', false, false],
    ['is.', false, false],
    [1, false, true],
    [2, false, false],
    ['', false, false],
  ]);
  const { thoughtsTokenCount, candidatesTokenCount, totalTokenCount, promptTokenCount = 0 } = last?.usageMetadata ?? {};
  assert.deepEqual([thoughtsTokenCount, totalTokenCount], [1, promptTokenCount + 1 + (candidatesTokenCount ?? 0)]);
  assert.equal(last?.candidates?.[0]?.finishReason, 'STOP');
});

test('the Gemini SDK reads the signature of an answer without calls from an empty text', async () => {
  const { parts } = await generate([say('Three.')]);
  const last = parts.at(-1);
  assert.deepEqual([last?.text, (last?.thoughtSignature ?? '').length > 50], ['', true]);
});

test('the Gemini SDK reads grounding, a block, a safety stop and a cut answer', async () => {
  const results = [{ title: 'Sums', url: 'https://example.org' }];
  const { last, chunks } = await generate([search('sums', results, 'Three.')], {
    config: { tools: [{ googleSearch: {} }] },
  });
  const grounding = chunks.map(({ candidates }) => candidates?.[0]?.groundingMetadata).find(Boolean);
  assert.equal(grounding?.groundingChunks?.[0]?.web?.uri, 'https://example.org');
  assert.equal(last?.candidates?.[0]?.finishReason, 'STOP');
  assert.equal((await generate([refuse('No.')])).last?.promptFeedback?.blockReason, 'PROHIBITED_CONTENT');
  assert.equal((await generate([say('a'), finish('content-filter')])).last?.candidates?.[0]?.finishReason, 'SAFETY');
  assert.equal((await generate([say('a'), finish('length')])).last?.candidates?.[0]?.finishReason, 'MAX_TOKENS');
});

test('the Gemini SDK reads failures, also in the middle', async () => {
  await assert.rejects(generate([fail({ isOutage: true })]), { status: 503 });
  await assert.rejects(generate([fail({ retryAfterMs: 7000 })]), { status: 429 });
  await assert.rejects(generate([say('Half'), fail({ isOutage: true })]), /UNAVAILABLE|overloaded/);
});
