import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { createScriptedModel } from '../../../../tests/support/scripted/scripted-model.ts';
import { createModels } from './models.ts';

test('[M5] a model is found by the name of its provider', async () => {
  const scripted = createScriptedModel([]);
  const models = createModels({ providers: { scripted } });
  assert.equal(await models.find(localWorkspaceId, { provider: 'scripted', id: 'any' }), scripted);
});

test('[M5] an unknown provider is an error that lists the known ones', async () => {
  const models = createModels({ providers: { scripted: createScriptedModel([]), demo: createScriptedModel([]) } });
  assert.deepEqual(await models.find(localWorkspaceId, { provider: 'openai', id: 'gpt' }), {
    problem: { code: 'no-provider', provider: 'openai', known: ['demo', 'scripted'] },
  });
});

test('[M5] a name that every object has is no provider', async () => {
  const models = createModels({ providers: {} });
  for (const provider of ['constructor', '__proto__', 'toString', ''])
    assert.ok('problem' in (await models.find(localWorkspaceId, { provider, id: 'any' })));
});
