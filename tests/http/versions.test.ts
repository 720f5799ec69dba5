import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ApiError,
  agentIdOf,
  localWorkspaceId,
  type ProviderInput,
  problemSchema,
  triggerNames,
} from '@retinue/protocol';
import { openServed } from '../support/apps/served-app.ts';
import { agent } from '../support/apps/test-app.ts';
import { say } from '../support/scripted/script-lines.ts';

const params = { workspaceId: localWorkspaceId };
const outdated = { status: 412, code: 'changed-meanwhile' };

test('[U88] a change for another version than the current one is refused, and nothing changes', async () => {
  await using served = await openServed({ script: [], agents: [agent('boss')] });
  const { owner } = served;
  const { agentId, version } = (await owner.listAgents({ params })).results[0] ?? assert.fail('there is an agent');
  const changeAgent = (name: string, ifVersion: number) =>
    owner.changeAgent({ params: { ...params, agentId }, body: { name } }, { ifVersion });
  const changed = await changeAgent('First', version);
  await assert.rejects(changeAgent('Second', version), outdated);
  assert.equal((await owner.getAgent({ params: { ...params, agentId } })).name, 'First');
  assert.equal((await changeAgent('Third', changed.version)).version, changed.version + 1);

  const skill = await owner.createSkill({ params, body: { name: 'a-skill', description: 'One.', content: 'Text.' } });
  const changeSkill = (description: string, ifVersion: number) =>
    owner.changeSkill({ params: { ...params, skillId: skill.skillId }, body: { description } }, { ifVersion });
  assert.equal((await changeSkill('Two.', skill.version)).version, skill.version + 1);
  await assert.rejects(changeSkill('Three.', skill.version), outdated);
  assert.equal((await owner.listSkills({ params })).results[0]?.version, skill.version + 1);

  const provider = await owner.createProvider({ params, body: { kind: 'anthropic', name: 'P', models: [] } });
  const { providerId } = provider;
  const changeProvider = (name: string, ifVersion: number) =>
    owner.changeProvider({ params: { ...params, providerId }, body: { name } }, { ifVersion });
  await changeProvider('Q', provider.version);
  await assert.rejects(changeProvider('R', provider.version), outdated);
  assert.equal((await owner.getProvider({ params: { ...params, providerId } })).version, provider.version + 1);

  const workspace = await owner.getWorkspace({ params });
  const changeWorkspace = (name: string, ifVersion: number) =>
    owner.changeWorkspace({ params, body: { name } }, { ifVersion });
  await changeWorkspace('One', workspace.version);
  await assert.rejects(changeWorkspace('Two', workspace.version), outdated);
  assert.equal((await owner.getWorkspace({ params })).name, 'One');
  assert.equal((await owner.changeWorkspace({ params, body: { name: 'Any' } })).name, 'Any');
});

test('[U88] a webhook and a price have versions: a change for another version than the current one is refused', async () => {
  await using served = await openServed({ script: [], agents: [agent('boss')] });
  const { owner } = served;
  const secret = 'whsec_0123456789abcdef';
  const input = { url: 'https://93.184.216.34/hook', triggers: ['on-task-completed' as const], secret };
  const webhook = await owner.createWebhook({ params, body: { ...input, isEnabled: false } });
  const { webhookId } = webhook;
  const turn = (isEnabled: boolean, ifVersion: number) =>
    owner.changeWebhook({ params: { ...params, webhookId }, body: { isEnabled } }, { ifVersion });
  const changed = await turn(true, webhook.version);
  assert.equal(changed.version, webhook.version + 1);
  await assert.rejects(turn(false, webhook.version), outdated);
  const listed = (await owner.listWebhooks({ params })).results;
  assert.deepEqual(listed, [changed]);
  assert.equal((await turn(false, changed.version)).isEnabled, false);

  const model = { provider: 'openai-compatible', modelId: 'm' };
  const setPrice = (output: number, ifVersion: number) =>
    owner.setPrice({ params: { ...params, ...model }, body: { input: 1, output } }, { ifVersion });
  const price = await setPrice(2, 0);
  await assert.rejects(setPrice(3, 0), outdated);
  assert.equal((await setPrice(4, price.version)).version, price.version + 1);
  await assert.rejects(setPrice(5, price.version), outdated);
  const { results } = await owner.listPrices({ params });
  assert.deepEqual(results, [{ ...model, input: 1, output: 4, cachedInput: null, version: price.version + 1 }]);
  assert.equal((await owner.setPrice({ params: { ...params, ...model }, body: { input: 1, output: 6 } })).output, 6);
});

test('[U88] an If-Match that is no version is refused with the reason', async () => {
  await using served = await openServed({ script: [], agents: [agent('boss')] });
  const ask = served.owner.changeWorkspace({ params, body: { name: 'x' } }, { headers: { 'if-match': 'W/"x"' } });
  await assert.rejects(ask, { status: 400, code: 'bad-input' });
});

test('[U88.2] a refused request names its wrong members by path and code', async () => {
  await using served = await openServed({ script: [], agents: [agent('boss')] });
  const errorsOf = async (ask: Promise<unknown>) => {
    const error = await ask.then(
      () => assert.fail('it was accepted'),
      (thrown) => thrown,
    );
    assert.ok(error instanceof ApiError);
    return error.errors.map(({ path, code }) => [path, code]);
  };
  const { owner } = served;
  const changes = { maxDepth: 99, limits: { maxSteps: 0 } };
  assert.deepEqual(await errorsOf(owner.changeWorkspace({ params, body: changes })), [
    ['maxDepth', 'too_big'],
    ['limits.maxSteps', 'too_small'],
  ]);
  const provider = { name: 'Metadata', kind: 'openai-compatible', baseUrl: 'http://169.254.169.254/v1' } as const;
  const refused = { status: 400, code: 'address-refused' };
  await assert.rejects(owner.createProvider({ params, body: provider }), refused);
  const webhook = { url: 'http://169.254.169.254/', triggers: [...triggerNames], secret: 'sixteen-characters' };
  await assert.rejects(owner.createWebhook({ params, body: webhook }), refused);
});

test('[W79] an error has the fields of its code beside code and detail', async () => {
  await using served = await openServed({ script: [], agents: [agent('boss')] });
  const reply = await fetch(`${served.url}/api/workspaces/${localWorkspaceId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ deniedTools: ['fly'] }),
  });
  const { status, code, detail, names } = problemSchema.parse(await reply.json());
  assert.deepEqual([reply.status, status, code, names], [400, 400, 'no-such-tool', ['fly']]);
  assert.match(detail, /^Tool fly does not exist\. Choose from: .*askUser/);
});

test('[W12.1] a name with control characters is refused with a code, and a stored one keeps working', async () => {
  const stored = { ...agent('stored'), name: 'A\u001b]0;owned\u0007' };
  await using served = await openServed({ script: [say('Yes.')], agents: [stored] });
  const { owner } = served;
  const agentPlace = { ...params, agentId: agentIdOf('stored') };
  const provider: ProviderInput = { name: 'P', kind: 'openai' };
  const webhook = { url: 'https://example.com/', triggers: [triggerNames[0]], secret: 'x'.repeat(32) };
  const skill = { description: 'One.', content: 'Text.' };
  for (const bad of ['a\u001b[31mb', 'a\u009b2Jb', 'a\nb', 'a\u202eb', 'a\u2028b']) {
    const requests: [path: string, sent: () => Promise<unknown>][] = [
      ['name', () => owner.changeAgent({ params: agentPlace, body: { name: bad } })],
      ['model.id', () => owner.changeAgent({ params: agentPlace, body: { model: { provider: 'demo', id: bad } } })],
      ['name', () => owner.createProvider({ params, body: { ...provider, name: bad } })],
      ['models.0', () => owner.createProvider({ params, body: { ...provider, models: [bad] } })],
      ['name', () => owner.changeWorkspace({ params, body: { name: bad } })],
      ['name', () => owner.createWorkspace({ body: { name: bad } })],
    ];
    for (const [path, sent] of requests) await assert.rejects(sent(), isRefusedAt(path, 'control-characters'));
    await assert.rejects(owner.createSkill({ params, body: { ...skill, name: bad } }), isRefusedAt('name', 'slug'));
    if (bad.includes('\n')) continue; // Line breaks in an address are dropped.
    const url = `https://example.com/${bad}`;
    const webhookSent = owner.createWebhook({ params, body: { ...webhook, url } });
    await assert.rejects(webhookSent, isRefusedAt('url', 'control-characters'));
    const providerSent = owner.createProvider({ params, body: { ...provider, baseUrl: url } });
    await assert.rejects(providerSent, isRefusedAt('baseUrl', 'control-characters'));
  }
  assert.equal((await owner.getAgent({ params: agentPlace })).name, stored.name);
  const changed = await owner.changeAgent({ params: agentPlace, body: { description: 'Other' } });
  assert.deepEqual([changed.name, changed.description], [stored.name, 'Other']);
  const { chatId } = await owner.openChat({ params, body: { agentId: stored.agentId, text: 'Go' } });
  assert.equal((await owner.getChat({ params: { ...params, chatId } })).agentName, stored.name);
});

function isRefusedAt(path: string, code: string) {
  return (error: unknown) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.code, error.errors.map((each) => [each.path, each.code])], ['bad-input', [[path, code]]]);
    return true;
  };
}
