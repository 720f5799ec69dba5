import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentDefinition, ProviderKind } from '@retinue/protocol';
import { createModels } from '../../../packages/server/src/models/models.ts';
import { agent, openTestApp } from '../../support/apps/test-app.ts';
import { call, say, think, together } from '../../support/scripted/script-lines.ts';
import { witnessTools } from '../../support/tools/witness-tools.ts';
import { remoteModel } from '../remote-model.ts';
import { inSteps, type StrictProtocol, type StrictServer, startStrictServer } from './strict-servers.ts';

/*
 * THE PRESENT STATE, not a wish: the product's adapters at the strict fakes, as of this test. A row with a rule
 * is a refusal that new adapters have to turn around; its null is then the proof. Rows without one must stay so.
 *
 * Each row is a chat of the real product with the real adapter: thinking, two parallel calls, one more call, an answer.
 */
const script = inSteps(
  [think('One.'), think('Two.'), say('Wait.'), together(call('look', { at: 'a' }), call('look', { at: 'b' }))],
  [think('Three.'), call('look', { at: 'c' })],
  [think('Four.'), say('Done.')],
);

interface Row {
  kind: ProviderKind;
  service: StrictProtocol;
  model: string;
  /** The rule that refuses the chat, and the step that it refuses; null when all goes through. */
  refusal: { rule: string; step: number } | null;
}

const rows: Row[] = [
  {
    kind: 'anthropic',
    service: 'anthropic',
    model: 'claude-opus-5-5',
    refusal: { rule: 'anthropic/thinking-modified', step: 2 },
  },
  {
    kind: 'anthropic',
    service: 'anthropic',
    model: 'claude-opus-5',
    refusal: { rule: 'anthropic/thinking-modified', step: 2 },
  },
  { kind: 'anthropic', service: 'anthropic', model: 'claude-sonnet-4-6', refusal: null },
  { kind: 'openai', service: 'chat', model: 'gpt-6-astra', refusal: { rule: 'chat/tools-with-reasoning', step: 1 } },
  // The library turns reasoning off by itself.
  { kind: 'openai', service: 'chat', model: 'gpt-5.6-terra', refusal: null },
  { kind: 'openai', service: 'chat', model: 'gpt-5.1', refusal: null },
  {
    kind: 'openai-compatible',
    service: 'chat',
    model: 'gpt-5.6-terra',
    refusal: { rule: 'chat/tools-with-reasoning', step: 1 },
  },
  // The library puts the documented stand-in where our adapter has dropped the signature; see the next test.
  { kind: 'google', service: 'google', model: 'gemini-3.8-flash', refusal: null },
  { kind: 'google', service: 'google', model: 'gemini-2.5-flash', refusal: null },
];

for (const row of rows) {
  const { kind, service, model, refusal } = row;
  test(`present state: ${kind} with ${model} at ${service} is ${refusal ? `refused by ${refusal.rule}` : 'served'}`, async () => {
    await using server = await startStrictServer(service, script);
    const status = await runChat(server, row);
    const [first] = server.refused;
    assert.deepEqual(first ? { rule: first.rule, step: server.played.length + 1 } : null, refusal);
    assert.equal(status, refusal ? 'failed' : 'idle');
  });
}

test('present state: google sends back stand-ins, and none of the signatures that Gemini gave', async () => {
  await using server = await startStrictServer('google', script);
  await runChat(server, { kind: 'google', service: 'google', model: 'gemini-3.8-flash', refusal: null });
  const sent = JSON.stringify(server.requests.at(-1)?.body).match(/"thoughtSignature":"[^"]*"/g) ?? [];
  assert.deepEqual(new Set(sent), new Set(['"thoughtSignature":"skip_thought_signature_validator"']));
});

test('present state: no adapter reads anything from a cache that it has to ask for', async () => {
  await using server = await startStrictServer('anthropic', script);
  await runChat(server, { kind: 'anthropic', service: 'anthropic', model: 'claude-sonnet-4-6', refusal: null });
  assert.deepEqual([server.played.length, server.cachedShare()], [3, 0]);
});

async function runChat(server: StrictServer, { kind, model }: Row): Promise<string> {
  const { tools } = witnessTools();
  const boss: AgentDefinition = { ...agent('boss', { tools: ['look'] }), model: { provider: 'strict', id: model } };
  const models = createModels({
    providers: { strict: remoteModel({ kind, baseUrl: server.baseUrl, apiKey: server.apiKey }) },
  });
  await using app = await openTestApp({ script: [], agents: [boss], tools, replacements: { models } });
  const rootId = await app.open('Look at a, b and c.');
  app.retinue.start();
  await app.settled(rootId);
  return (await app.tree(rootId)).threads[rootId]?.status ?? 'missing';
}
