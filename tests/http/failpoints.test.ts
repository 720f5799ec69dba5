import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteName } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId, routes } from '@retinue/protocol';
import { readConfig } from '../../packages/server/src/config.ts';
import { commandLabelOf, committingRoutes } from '../../packages/server/src/ports/log/append-labels.ts';
import type { Prepared } from '../support/apps/preparations.ts';
import {
  chatWith,
  newAgent,
  newProvider,
  newSkill,
  newWebhook,
  preparations,
  sender,
} from '../support/apps/preparations.ts';
import type { ServedApp } from '../support/apps/served-app.ts';
import { openServed } from '../support/apps/served-app.ts';
import { cast, castAgents, castTools } from '../support/apps/served-process.ts';

const params = { workspaceId: localWorkspaceId };

/** Routes that commit and are not in the table of routes with a key. */
const others: Partial<Record<RouteName, (app: ServedApp) => Promise<Prepared>>> = {
  signIn: async ({ owner }) => ({ body: { token: (await owner.makeSetUpLink({})).url.split('=')[1] } }),
  signOut: async () => ({}),
  changeWorkspace: async () => ({ body: { name: 'Other' } }),
  removeDamagedSetting: async ({ served }) => {
    await served.retinue.records.change(params, { kind: 'skill', id: 'skl_x' }, () => ({ name: 1 }));
    return { body: { kind: 'skill', id: 'skl_x' } };
  },
  changeAgent: async (app) => ({ place: await anAgent(app), body: { name: 'B' } }),
  deleteAgent: async (app) => ({ place: await anAgent(app) }),
  changeProvider: async (app) => ({ place: await aProvider(app), body: { name: 'B' } }),
  deleteProvider: async (app) => ({ place: await aProvider(app) }),
  setPrice: async (app) => ({ place: await aPrice(app), body: { input: 2, output: 2 } }),
  removePrice: async (app) => ({ place: await aPrice(app) }),
  changeSkill: async (app) => ({ place: await aSkill(app, 'changed'), body: { content: 'B' } }),
  deleteSkill: async (app) => ({ place: await aSkill(app, 'deleted') }),
  changeWebhook: async (app) => ({ place: await aWebhook(app), body: { triggers: ['on-task-completed'] } }),
  deleteWebhook: async (app) => ({ place: await aWebhook(app) }),
  changeChat: async ({ owner }) => ({
    place: { chatId: await chatWith(owner, 'talker', 'idle') },
    body: { title: 'B' },
  }),
  deleteChat: async ({ owner }) => ({ place: { chatId: await chatWith(owner, 'talker', 'idle') } }),
  stopWorkspace: async () => ({}),
  resumeWorkspace: async () => ({}),
  stopServer: async () => ({}),
  resumeServer: async () => ({}),
};

async function anAgent({ owner }: ServedApp) {
  const { agentId } = await owner.createAgent({ params, body: newAgent });
  return { agentId };
}

async function aProvider({ owner }: ServedApp) {
  const { providerId } = await owner.createProvider({ params, body: newProvider });
  return { providerId };
}

async function aPrice({ owner }: ServedApp) {
  const place = { provider: 'scripted', modelId: 'scripted' };
  await owner.setPrice({ params: { ...params, ...place }, body: { input: 1, output: 1 } });
  return place;
}

async function aSkill({ owner }: ServedApp, name: string) {
  const { skillId } = await owner.createSkill({ params, body: { ...newSkill, name } });
  return { skillId };
}

async function aWebhook({ owner }: ServedApp) {
  const { webhookId } = await owner.createWebhook({ params, body: newWebhook });
  return { webhookId };
}

test('[A1.1] every command that a failpoint can name reaches it before and after its commit', async () => {
  const reached = new Set<string>();
  const failpoints = { hit: (place: string) => void reached.add(place) };
  await using app = await openServed({
    ...{ script: cast, agents: castAgents, tools: castTools },
    replacements: { failpoints },
  });
  const headers = await app.signIn({ id: 'owner', name: 'Owner', role: 'owner', workspaceIds: 'all' });
  for (const name of committingRoutes) {
    const prepare = preparations[name] ?? others[name] ?? assert.fail(`${name} is not prepared`);
    const prepared = await prepare(app);
    reached.clear();
    const told = await sender(app, name, prepared)(prepared.body, name, name === 'signOut' ? headers : undefined);
    assert.ok(told.status < 300, `${name}: ${told.text}`);
    for (const place of ['before', 'after'])
      assert.ok(reached.has(`${place}:${commandLabelOf(name)}`), `${name} never reaches ${place}`);
  }
});

test('[A1.1] a failpoint that nothing reaches is refused', () => {
  const isTaken = (label: string) => !('problems' in readConfig({ RETINUE_FAILPOINT: `before:${label}` }));
  const taken = Object.keys(routes).filter((name) => isTaken(commandLabelOf(name as RouteName)));
  assert.deepEqual(taken.sort(), [...committingRoutes].sort());
  assert.ok(isTaken('create-agent') && isTaken('end-step') && isTaken('show-import'));
  for (const label of ['list-agents', 'verify', 'change-record', 'send-ui-message']) assert.ok(!isTaken(label), label);
});

test('[A1.1] an agent is created whole or not at all around its failpoint', async () => {
  const app = await openServed({
    script: cast,
    agents: castAgents,
    replacements: { failpoints: { hit: (place) => (place === 'before:create-agent' ? fail() : undefined) } },
  });
  await using _app = app;
  await assert.rejects(app.owner.createAgent({ params, body: newAgent }));
  assert.equal(
    (await app.owner.listAgents({ params })).results.some(({ agentId }) => agentId === agentIdOf('new')),
    false,
  );
});

function fail(): never {
  throw new Error('the process would have ended here');
}
