import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { openDemoApp } from '../../../../../tests/support/apps/demo-app.ts';
import { verifyStore } from './verify.ts';

const params = { workspaceId: localWorkspaceId };
const model = { provider: 'demo', id: 'demo' };

test('[L7] a workspace with agents, skills, a provider, a price, a webhook and a reset agent is consistent', async () => {
  await using served = await openDemoApp();
  const { owner } = served;
  const { skillId } = await owner.createSkill({
    params,
    body: { name: 'report', description: 'How one looks', content: 'Short.' },
  });
  const { agentId } = await owner.createAgent({
    params,
    body: {
      name: 'Checker',
      model,
      skillIds: [skillId],
      subAgentIds: [agentIdOf('researcher')],
      denies: ['calculate'],
    },
  });
  const reset = { ...params, agentId: agentIdOf('explorer') };
  await owner.changeAgent({ params: reset, body: { name: 'Scout' } });
  await owner.deleteAgent({ params: reset });
  const { providerId: provider } = await owner.createProvider({
    params,
    body: { name: 'Ours', kind: 'openai', key: 'sk-not-a-key' },
  });
  const place = { ...params, provider, modelId: 'small/1' };
  await owner.setPrice({ params: place, body: { input: 1, output: 2 } });
  const hook = { url: 'https://example.com/hook', secret: 'a-secret-of-some-length' };
  await owner.createWebhook({ params, body: { ...hook, triggers: ['on-new-task'] } });
  await owner.changeWorkspace({
    params,
    body: { defaultAgentId: agentId, deniedTools: ['calculate'], limits: { maxSteps: 9, budget: { tokens: 10 } } },
  });
  assert.deepEqual((await owner.verify({})).findings, []);
});

test('[L7] an agent that names a deleted skill or agent is reported, and still works', async () => {
  await using served = await openDemoApp();
  const { owner } = served;
  const skill = { name: 'report', description: 'How one looks', content: 'Short.' };
  const { skillId } = await owner.createSkill({ params, body: skill });
  const gone = await owner.createAgent({ params, body: { name: 'Gone', model } });
  await owner.createAgent({
    params,
    body: { name: 'Checker', model, skillIds: [skillId], subAgentIds: [gone.agentId] },
  });
  await owner.deleteSkill({ params: { ...params, skillId } });
  await owner.deleteAgent({ params: { ...params, agentId: gone.agentId } });
  const { findings } = await owner.verify({});
  assert.deepEqual(
    findings.map(({ rule, message }) => [rule, message]),
    [
      ['link', 'Agent Checker (agt_checker) can delegate to agt_gone, which does not exist. It works without it.'],
      ['link', `Agent Checker (agt_checker) has skill ${skillId}, which does not exist. It works without it.`],
    ],
  );
});

test('[L7] finds a record of a wrong shape, one under a strange id, and a missing default agent', async () => {
  await using served = await openDemoApp();
  const { owner } = served;
  const agent = await owner.createAgent({ params, body: { name: 'Checker', model } });
  await owner.changeWorkspace({ params, body: { defaultAgentId: agent.agentId } });
  const skill = { name: 'report', description: 'How one looks', content: 'Short.' };
  await owner.createSkill({ params, body: skill });
  await owner.createProvider({ params, body: { name: 'Ours', kind: 'openai', key: 'sk-not-a-key' } });
  using database = new DatabaseSync(join(served.directory, 'retinue.db'));
  database.exec(`UPDATE record SET data = json_set(data, '$.tools', 7), checksum = NULL WHERE kind = 'agent'`);
  database.exec(`UPDATE record SET id = 'skl_another', checksum = NULL WHERE kind = 'skill'`);
  database.exec(`UPDATE record SET data = 'torn', checksum = NULL WHERE kind = 'provider'`);
  const told = (await verifyStore({ kind: 'sqlite', directory: served.directory }, async () => false)).map(
    ({ message }) => message,
  );
  assert.equal(told.length, 4);
  assert.match(told.join('\n'), /The agent agt_checker can't be read: tools /);
  assert.match(told.join('\n'), /The provider prv_ours can't be read: it /);
  assert.match(told.join('\n'), /The skill skl_another has the id skl_/);
  assert.match(told.join('\n'), /starts chats with agt_checker, which does not exist/);
  assert.doesNotMatch(told.join('\n'), /sk-not-a-key/);
});
