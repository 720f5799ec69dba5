import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentDefinition, ProviderKind } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { createModels } from '../../../packages/server/src/models/models.ts';
import { agent, openTestApp } from '../../support/apps/test-app.ts';
import { call, say, think, together } from '../../support/scripted/script-lines.ts';
import { witnessTools } from '../../support/tools/witness-tools.ts';
import { remoteModel } from '../remote-model.ts';
import { inSteps, type StrictProtocol, type StrictServer, startStrictServer } from './strict-servers.ts';

/*
 * The product's adapters at the strict fakes. Each row is a chat of the real product with the real adapter: thinking, two
 * parallel calls, one more call, an answer. A row with a rule is a known refusal.
 */
const steps = [
  [think('One.'), think('Two.'), say('Wait.'), together(call('look', { at: 'a' }), call('look', { at: 'b' }))],
  [think('Three.'), call('look', { at: 'c' })],
  [think('Four.'), say('Done.')],
];
const script = inSteps(...steps);

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
    refusal: null,
  },
  {
    kind: 'anthropic',
    service: 'anthropic',
    model: 'claude-opus-5',
    refusal: null,
  },
  { kind: 'anthropic', service: 'anthropic', model: 'claude-sonnet-4-6', refusal: null },
  { kind: 'openai', service: 'responses', model: 'gpt-6-astra', refusal: null },
  { kind: 'openai', service: 'responses', model: 'gpt-5.6-terra', refusal: null },
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
  { kind: 'google', service: 'google', model: 'gemini-3.8-flash', refusal: null },
  { kind: 'google', service: 'google', model: 'gemini-2.5-flash', refusal: null },
];

for (const row of rows) {
  const { kind, service, model, refusal } = row;
  test(`[M40] ${kind} with ${model} at ${service} is ${refusal ? `refused by ${refusal.rule}` : 'served'}`, async () => {
    await using server = await startStrictServer(service, script);
    const status = await runChat(server, row);
    const [first] = server.refused;
    assert.deepEqual(first ? { rule: first.rule, step: server.played.length + 1 } : null, refusal);
    assert.equal(status, refusal ? 'failed' : 'idle');
  });
}

test('[M40] Google gets back the signatures that Gemini gave, and no stand-ins', async () => {
  await using server = await startStrictServer('google', script);
  await runChat(server, { kind: 'google', service: 'google', model: 'gemini-3.8-flash', refusal: null });
  const sent = JSON.stringify(server.requests.at(-1)?.body).match(/"thoughtSignature":"[^"]*"/g) ?? [];
  assert.ok(sent.length >= 2 && !sent.some((one) => one.includes('skip_thought')), sent.join(' '));
});

test('present state: no adapter reads anything from a cache that it has to ask for', async () => {
  await using server = await startStrictServer('anthropic', script);
  await runChat(server, { kind: 'anthropic', service: 'anthropic', model: 'claude-sonnet-4-6', refusal: null });
  assert.deepEqual([server.played.length, server.cachedShare()], [3, 0]);
});

test('[M41] a chat whose agent changes provider continues, and each gets back only what it sent itself', async () => {
  await using claude = await startStrictServer('anthropic', turns);
  await using gemini = await startStrictServer('google', turns);
  const { tools } = witnessTools();
  const providers = { claude: modelAt(claude, 'anthropic'), gemini: modelAt(gemini, 'google') };
  const own = { model: { provider: 'claude', id: 'claude-opus-5' } };
  await using app = await openTestApp({
    ...{ script: [], agents: [{ ...agent('boss', { tools: ['look'] }), ...own }], tools },
    replacements: { models: createModels({ providers }) },
  });
  const rootId = await app.open('Look at a, b and c.');
  app.retinue.start();
  await app.settled(rootId);
  for (const [provider, id] of [
    ['gemini', 'gemini-3.8-flash'],
    ['claude', 'claude-opus-5'],
    ['claude', 'claude-sonnet-4-6'],
  ]) {
    const request = { workspaceId: localWorkspaceId, role: 'owner' as const };
    await app.retinue.agents.update(request, agentIdOf('boss'), { model: { provider: `${provider}`, id: `${id}` } });
    await app.commands.sendMessage(app.context(), { threadId: rootId, text: 'Once more.' });
    await app.settled(rootId);
  }
  assert.deepEqual([claude.refused, gemini.refused], [[], []]);
  assert.equal((await app.tree(rootId)).threads[rootId]?.status, 'idle');
  const [first, , , again, , other] = claude.requests.map(({ body }) => JSON.stringify(body));
  assert.ok(first && again && other);
  const signed = (body: string) => body.split('"type":"thinking"').length - 1;
  assert.deepEqual([signed(first), signed(again), signed(other)], [0, 4, 0]);
  assert.doesNotMatch(JSON.stringify(gemini.requests[0]?.body), /"signature"|"thinking"/);
});

const again = [[think('Again.'), call('look', { at: 'd' })], [say('Done again.')]];
const turns = inSteps(...steps, ...again, ...again, ...again);

function modelAt(server: StrictServer, kind: ProviderKind, service?: StrictProtocol) {
  return remoteModel({
    ...{ kind, baseUrl: server.baseUrl, apiKey: server.apiKey },
    ...(service === 'responses' ? { openAiProtocol: 'responses' as const } : {}),
  });
}

async function runChat(server: StrictServer, { kind, model, service }: Row): Promise<string> {
  const { tools } = witnessTools();
  const boss: AgentDefinition = { ...agent('boss', { tools: ['look'] }), model: { provider: 'strict', id: model } };
  const models = createModels({
    providers: { strict: modelAt(server, kind, service) },
  });
  await using app = await openTestApp({ script: [], agents: [boss], tools, replacements: { models } });
  const rootId = await app.open('Look at a, b and c.');
  app.retinue.start();
  await app.settled(rootId);
  return (await app.tree(rootId)).threads[rootId]?.status ?? 'missing';
}
