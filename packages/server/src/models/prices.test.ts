import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId, noUsage, providerIdOf, refuse } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../tests/support/apps/test-app.ts';
import { say } from '../../../../tests/support/scripted/script-lines.ts';
import { createPrices } from './prices.ts';

const here = { workspaceId: localWorkspaceId };
const usage = { ...noUsage, inputTokens: 1000, cachedTokens: 400, outputTokens: 100 };

async function openPrices() {
  const app = await openTestApp({ script: [say('hello')], agents: [agent('boss')] });
  const vendors = { prv_anthropic: 'anthropic', prv_openai: 'openai' } as const;
  const providers = {
    find: async (_workspaceId: string, providerId: string) => {
      const kind = vendors[providerId as keyof typeof vendors];
      const provider = {
        providerId: providerIdOf('any'),
        name: '',
        hasKey: false,
        keyHint: null,
        models: [],
        version: 1,
      };
      return kind ? { ...provider, kind, baseUrl: 'https://retinue.invalid' } : null;
    },
  };
  const openAi = { kind: 'openai-compatible', baseUrl: 'https://api.openai.com/v1' } as const;
  const builtIn = { demo: null, scripted: null, 'openai-compatible': openAi };
  return { app, prices: createPrices({ records: app.retinue.records, providers, builtIn }) };
}

test("[L10][L10.2] built-in models cost nothing, known ones the table's price, and others are unknown", async () => {
  const { app, prices } = await openPrices();
  await using _house = app;
  const find = (provider: string, id: string) => prices.find(localWorkspaceId, { provider, id });
  for (const provider of ['demo', 'scripted']) {
    const price = await find(provider, provider);
    assert.deepEqual([price?.source, price?.costMicros(usage)], ['free', 0]);
  }
  const known = await find('prv_openai', 'gpt-5-mini');
  assert.equal(known?.source, 'table');
  assert.deepEqual(known?.rates, { input: 0.25, output: 2, cachedInput: 0.025 });
  assert.equal(known?.costMicros(usage), 600 * 0.25 + 400 * 0.025 + 100 * 2);
  assert.equal(known?.costMicros({ ...noUsage, inputTokens: 1 }), 1, 'rounded up');
  assert.ok((await find('prv_anthropic', 'claude-sonnet-4-5'))?.rates.output);
  assert.equal((await find('openai-compatible', 'gpt-5-mini'))?.source, 'table');
  assert.equal(await find('prv_openai', 'unheard-of'), null);
  assert.equal(await find('prv_nobody', 'gpt-5-mini'), null);
});

test('[L10] a price of the workspace wins, and can be removed again', async () => {
  const { app, prices } = await openPrices();
  await using _house = app;
  const model = { provider: 'prv_openai', modelId: 'gpt-5-mini' };
  await prices.set(here, { ...model, input: 10, output: 20, cachedInput: 1 });
  const own = await prices.find(localWorkspaceId, { provider: model.provider, id: model.modelId });
  assert.deepEqual([own?.source, own?.costMicros(usage)], ['workspace', 6000 + 400 + 2000]);
  assert.equal((await prices.list(localWorkspaceId)).length, 1);
  assert.deepEqual(await prices.remove(here, model), {});
  assert.deepEqual(await prices.remove(here, model), refuse('no-such-price', model));
  assert.equal((await prices.find(localWorkspaceId, { provider: model.provider, id: model.modelId }))?.source, 'table');
});
