import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Client, Route, RouteName, Routes, ThreadId } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId, routes } from '@retinue/protocol';
import type { PostgresServer } from '../postgres/server.ts';
import { startPostgres } from '../postgres/server.ts';
import {
  chatWith,
  chatWithTask,
  newAgent,
  newProvider,
  newSkill,
  newWebhook,
  preparations,
  sender,
} from '../support/apps/preparations.ts';
import type { ServedApp } from '../support/apps/served-app.ts';
import { openServed } from '../support/apps/served-app.ts';
import { cast, castAgents, castTools, startServed } from '../support/apps/served-process.ts';
import type { TestAppOptions } from '../support/apps/test-app.ts';
import { temporaryDirectory } from '../support/apps/test-app.ts';
import type { Told } from '../support/http/ask.ts';

const params = { workspaceId: localWorkspaceId };
const openTestApp = (options: Pick<TestAppOptions, 'store'> = {}) =>
  openServed({ script: cast, agents: castAgents, tools: castTools, ...options });
let postgres: PostgresServer;
before(async () => {
  postgres = await startPostgres();
});
after(async () => {
  await postgres[Symbol.asyncDispose]();
});

/** Effects of requests: messages of people in the chats of the log, and settings. */
async function effectsOf({ served, owner }: ServedApp): Promise<number> {
  const events = await served.retinue.log.read({ ...params, after: 0, limit: 1_000_000 });
  const contexts = events.flatMap(({ actor, rootId, commandId }) =>
    actor.startsWith('person:') ? [`${rootId} ${commandId}`] : [],
  );
  const settings = await Promise.all([
    owner.listAgents({ params }),
    owner.listProviders({ params }),
    owner.listSkills({ params }),
    owner.listWebhooks({ params }),
    owner.listWorkspaces({}),
  ]);
  const { records } = served.retinue;
  const links = await records.list('ws_instance' as never, 'set-up');
  const sessions = await records.list('ws_instance' as never, 'session');
  const kept = settings.reduce((sum, { results }) => sum + results.length, 0) + links.length + 2 * sessions.length;
  return new Set(contexts).size + kept;
}

const posts = (Object.entries(routes) as [RouteName, Route][]).filter(([, { method }]) => method === 'POST');

test('[A6] every POST route takes a key, except those without a lasting effect', () => {
  for (const [name, { isRepeatable = false }] of posts) assert.equal(name in preparations, !isRepeatable, name);
});

for (const [name, route] of posts) {
  if (route.isRepeatable) continue;
  test(`[A6] ${name}: fifty times at once under one key is one effect and one reply`, async () => {
    await using app = await openTestApp();
    await sendAtOnce(app, name, 50);
  });
  test(`[A6] ${name}: ten times at once over PostgreSQL is one effect and one reply`, async () => {
    await using app = await openTestApp({ store: { kind: 'postgres', url: await postgres.createDatabase() } });
    await sendAtOnce(app, name, 10);
  });
}

async function sendAtOnce(app: ServedApp, name: RouteName, times: number): Promise<void> {
  const { reply, status }: Route = routes[name];
  const prepared = (await preparations[name]?.(app)) ?? {};
  const send = sender(app, name, prepared);
  const earlier = await effectsOf(app);
  const first = await Promise.all(Array.from({ length: times }, () => send(prepared.body, 'the-key')));
  const later = await send(prepared.body, 'the-key');
  const answers = [...first, later].map((told: Told) =>
    'stream' in reply ? `${told.status}` : `${told.status} ${told.text}`,
  );
  assert.equal(new Set(answers).size, 1, answers.slice(0, 3).join('\n'));
  assert.equal(later.status, status, later.text);
  // A used link is gone, and a sign-in has replaced it.
  assert.equal((await effectsOf(app)) - earlier, 1);
  if (prepared.otherBody === undefined) return;
  const other = await send(prepared.otherBody, 'the-key');
  assert.deepEqual([other.status, (other.json as { code?: string })?.code], [422, 'key-reused'], other.text);
  assert.equal((await effectsOf(app)) - earlier, 1);
}

test('[A6] the key of one person is not the key of another, nor that of another workspace', async () => {
  await using app = await openTestApp();
  const { owner } = app;
  const second = await owner.createWorkspace({ body: { name: 'Second' } });
  const people = ['one', 'two'].map((id) =>
    app.signIn({ id, name: id, role: 'editor', workspaceIds: [localWorkspaceId, second.workspaceId] }),
  );
  const [one = {}, two = {}] = await Promise.all(people);
  const body = { agentId: agentIdOf('talker'), text: 'Hello' };
  const open = async (headers: Record<string, string>, workspaceId = localWorkspaceId) =>
    (await app.clientWith(headers).openChat({ params: { workspaceId }, body }, { idempotencyKey: 'same' })).chatId;
  const chats = [await open(one), await open(two), await open(one), await open(one, second.workspaceId)];
  assert.equal(chats[0], chats[2]);
  assert.equal(new Set(chats).size, 3);
});

test('[A6][A1] a title and a pin under one key are both changed, once, in one commit', async () => {
  await using app = await openTestApp();
  const chatId = await chatWith(app.owner, 'talker', 'idle');
  const commits: string[][] = [];
  using _subscription = app.served.retinue.log.subscribe(({ events }) => commits.push(events.map(({ type }) => type)));
  const change = () =>
    app.owner.changeChat(
      { params: { ...params, chatId }, body: { title: 'Other', isPinned: true } },
      { idempotencyKey: 'k' },
    );
  const replies = await Promise.all(Array.from({ length: 10 }, change));
  const { title, isPinned } = await app.owner.getChat({ params: { ...params, chatId } });
  assert.deepEqual([title, isPinned], ['Other', true]);
  assert.ok(replies.length === 10);
  const events = await app.served.retinue.log.read({ ...params, rootId: chatId, after: 0, limit: 1000 });
  const changes = events.map(({ type }) => type).filter((type) => type.startsWith('chat.'));
  assert.deepEqual(changes, ['chat.renamed', 'chat.pinned']);
  assert.deepEqual(commits, [['chat.renamed', 'chat.pinned']]);
  const bad = ['', '  ', 'x'.repeat(201), 'two\nlines'];
  for (const wrong of bad)
    await assert.rejects(app.owner.changeChat({ params: { ...params, chatId }, body: { title: wrong } }), {
      status: 400,
    });
});

/** Each setting with a version, and a change of it. */
const changes: Record<string, (app: ServedApp) => Promise<(asked: Asked) => Promise<unknown>>> = {
  agent: async ({ owner }) => {
    const { agentId } = await owner.createAgent({ params, body: newAgent });
    return (asked) => owner.changeAgent({ params: { ...params, agentId }, body: { name: 'Newer' } }, asked);
  },
  skill: async ({ owner }) => {
    const { skillId } = await owner.createSkill({ params, body: newSkill });
    return (asked) => owner.changeSkill({ params: { ...params, skillId }, body: { content: 'End.' } }, asked);
  },
  provider: async ({ owner }) => {
    const { providerId } = await owner.createProvider({ params, body: newProvider });
    return (asked) => owner.changeProvider({ params: { ...params, providerId }, body: { name: 'Newer' } }, asked);
  },
  webhook: async ({ owner }) => {
    const { webhookId } = await owner.createWebhook({ params, body: newWebhook });
    const body = { triggers: ['on-task-completed' as const] };
    return (asked) => owner.changeWebhook({ params: { ...params, webhookId }, body }, asked);
  },
  price: async ({ owner }) => {
    const place = { ...params, provider: 'scripted', modelId: 'scripted' };
    await owner.setPrice({ params: place, body: { input: 1, output: 1 } });
    return (asked) => owner.setPrice({ params: place, body: { input: 2, output: 2 } }, asked);
  },
  workspace: async ({ owner }) => {
    const { workspaceId } = await owner.createWorkspace({ body: { name: 'Second' } });
    return (asked) => owner.changeWorkspace({ params: { workspaceId }, body: { name: 'Newer' } }, asked);
  },
};
type Asked = { idempotencyKey?: string; ifVersion: number };

for (const [about, prepare] of Object.entries(changes))
  test(`[A6][U88] a repeated change of a version of a ${about} gets the first reply, and another change is refused`, async () => {
    await using app = await openTestApp();
    const change = await prepare(app);
    const first = await change({ idempotencyKey: 'the-key', ifVersion: 1 });
    assert.deepEqual(await change({ idempotencyKey: 'the-key', ifVersion: 1 }), first);
    await assert.rejects(change({ idempotencyKey: 'other', ifVersion: 1 }), { code: 'changed-meanwhile' });
  });

test('[A6] one key in two workspaces changes both', async () => {
  await using app = await openTestApp();
  const { workspaceId } = await app.owner.createWorkspace({ body: { name: 'Second' } });
  for (const here of [params, { workspaceId }]) {
    const changed = await app.owner.changeWorkspace({ params: here, body: { name: 'Newer' } }, { idempotencyKey: 'k' });
    assert.equal(changed.workspaceId, here.workspaceId);
  }
});

test('[A6][A1] killed between the effect and the reply, the repeated request gets that reply and no second effect', async () => {
  const directory = await temporaryDirectory();
  let { child, client } = await startServed(directory, null);
  const idle = await chatWith(client, 'talker', 'idle');
  const asking = await chatWith(client, 'asker', 'waiting_for_user');
  const [question] = (await client.listQuestions({ params: { ...params, chatId: asking } })).results;
  const hanging = await chatWith(client, 'hanger', 'active');
  const failed = await chatWithTask(client, 'boss', 'failed');
  const deaths: [
    label: string,
    request: (owner: Client<Routes>, key: string) => Promise<unknown>,
    chatId: () => ThreadId | null,
  ][] = [
    [
      'open-chat',
      (owner, key) =>
        owner.openChat({ params, body: { agentId: agentIdOf('talker'), text: 'New' } }, { idempotencyKey: key }),
      () => null,
    ],
    [
      'send-message',
      (owner, key) =>
        owner.sendMessage({ params: { ...params, chatId: idle }, body: { text: 'More' } }, { idempotencyKey: key }),
      () => idle,
    ],
    [
      'answer-question',
      (owner, key) =>
        owner.answerQuestion(
          { params: { ...params, chatId: asking, questionId: question?.questionId as never }, body: { answer: 'A' } },
          { idempotencyKey: key },
        ),
      () => asking,
    ],
    [
      'cancel-chat',
      (owner, key) => owner.cancelChat({ params: { ...params, chatId: hanging } }, { idempotencyKey: key }),
      () => hanging,
    ],
    [
      'retry-task',
      (owner, key) =>
        owner.retryTask(
          { params: { ...params, chatId: failed.chatId, taskId: failed.taskId }, body: {} },
          { idempotencyKey: key },
        ),
      () => failed.chatId,
    ],
  ];
  for (const [label, request] of deaths) {
    child.kill();
    await child.ended;
    ({ child, client } = await startServed(directory, `after:${label}`));
    const before = await messagesOf(client);
    await assert.rejects(request(client, `key ${label}`.replace(' ', '-')), `${label} must not be answered`);
    await child.ended;
    ({ child, client } = await startServed(directory, null));
    const answers = [await request(client, `key-${label}`), await request(client, `key-${label}`)];
    assert.deepEqual(answers[0], answers[1], label);
    assert.equal((await messagesOf(client)) - before, 1, label);
  }
  assert.deepEqual((await client.verify({})).findings, []);
  child.kill();
  await child.ended;
  await rm(directory, { recursive: true, force: true });
});

/** The number of messages of people in the log, over all chats. */
async function messagesOf(client: Client<Routes>): Promise<number> {
  const { results } = await client.listChats({ params });
  const pages = results.map(({ chatId }) => client.listEvents({ params: { ...params, chatId } }));
  const events = (await Promise.all(pages)).flatMap((page) => page.results as { actor: string; commandId: string }[]);
  return new Set(events.flatMap(({ actor, commandId }) => (actor.startsWith('person:') ? [commandId] : []))).size;
}
