import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { createModels } from './models.ts';
import { createScriptedModel } from './scripted.ts';

test('[M5] a model is found by the name of its provider', async () => {
  const scripted = createScriptedModel([]);
  const models = createModels({ providers: { scripted } });
  assert.equal(await models.find(localWorkspaceId, { provider: 'scripted', id: 'any' }), scripted);
});

test('[M5] an unknown provider is a problem in words that name those there are', async () => {
  const models = createModels({ providers: { scripted: createScriptedModel([]), demo: createScriptedModel([]) } });
  assert.deepEqual(await models.find(localWorkspaceId, { provider: 'openai', id: 'gpt' }), {
    problem:
      'There is no model provider "openai". There is: demo, scripted. Give the agent one of these, or set "openai" up.',
  });
});

test('[M5] a name that every object answers to is no provider', async () => {
  const models = createModels({ providers: {} });
  for (const provider of ['constructor', '__proto__', 'toString', ''])
    assert.ok('problem' in (await models.find(localWorkspaceId, { provider, id: 'any' })));
});
