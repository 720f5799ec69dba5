import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Client, Route, RouteName, Routes, ThreadId } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId, routes } from '@retinue/protocol';
import type { PostgresServer } from '../postgres/server.ts';
import { startPostgres } from '../postgres/server.ts';
import type { ServedApp } from '../support/apps/served-app.ts';
import { openServed } from '../support/apps/served-app.ts';
import { cast, castAgents, castTools, startServed } from '../support/apps/served-process.ts';
import type { TestAppOptions } from '../support/apps/test-app.ts';
import { temporaryDirectory, wait } from '../support/apps/test-app.ts';
import type { Told } from '../support/http/ask.ts';
import { ask } from '../support/http/ask.ts';

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

interface Prepared {
  place?: Record<string, string>;
  query?: string;
  body?: unknown;
  /** Another request with the same key; only for routes with a body. */
  otherBody?: unknown;
}

type Status = 'idle' | 'active' | 'waiting_for_user';

/** A chat with this agent that has come to rest. */
async function chatWith(owner: Client<Routes>, name: string, status: Status): Promise<ThreadId> {
  const { chatId } = await owner.openChat({ params, body: { agentId: agentIdOf(name), text: 'Go' } });
  while ((await owner.getChat({ params: { ...params, chatId } })).status !== status) await wait(5);
  return chatId;
}

/** A chat whose one task is in this state. */
async function chatWithTask(owner: Client<Routes>, name: string, wanted: string) {
  const { chatId } = await owner.openChat({ params, body: { agentId: agentIdOf(name), text: 'Go' } });
  while (true) {
    const [task] = (await owner.listTasks({ params: { ...params, chatId } })).results;
    const [subAgent] = (await owner.listSubAgents({ params: { ...params, chatId } })).results;
    if (task?.status === wanted && subAgent) return { chatId, taskId: task.taskId, threadId: subAgent.threadId };
    await wait(5);
  }
}

const newAgent = { name: 'New', model: { provider: 'scripted', id: 'scripted' } };
const newSkill = { name: 'new-skill', description: 'New', content: 'Begin.' };
const newProvider = { name: 'New', kind: 'openai', key: 'k'.repeat(20) };
const newWebhook = {
  url: 'https://retinue.invalid/',
  triggers: ['on-new-task'],
  secret: 's'.repeat(20),
  isEnabled: false,
};
const uiMessage = (text: string) => ({
  id: 'made-by-a-client',
  trigger: 'submit-message',
  agentId: 'agt_talker',
  messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text }] }],
});

/** Things that each route needs to have an effect. A POST route without an entry is one that the table exempts. */
const preparations: Partial<Record<RouteName, (app: ServedApp) => Promise<Prepared>>> = {
  makeSetUpLink: async () => ({}),
  createWorkspace: async () => ({ body: { name: 'Second' }, otherBody: { name: 'Third' } }),
  createAgent: async () => ({ body: newAgent, otherBody: { ...newAgent, name: 'Newer' } }),
  createSkill: async () => ({ body: newSkill, otherBody: { ...newSkill, description: 'Other' } }),
  duplicateAgent: async () => ({ place: { agentId: 'agt_talker' } }),
  createProvider: async () => ({ body: newProvider, otherBody: { ...newProvider, name: 'Newer' } }),
  createWebhook: async () => ({ body: newWebhook, otherBody: { ...newWebhook, isEnabled: true } }),
  openChat: async () => ({
    body: { agentId: 'agt_talker', text: 'Hello' },
    otherBody: { agentId: 'agt_talker', text: 'Hello there' },
  }),
  importChat: async ({ owner }) => {
    const chatId = await chatWith(owner, 'talker', 'idle');
    const exported = await owner.exportChat({ params: { ...params, chatId } });
    const chat = await exported.json();
    return { body: { chat, isCopy: true }, otherBody: { chat, isCopy: false } };
  },
  restoreChat: async ({ owner }) => {
    const chatId = await chatWith(owner, 'talker', 'idle');
    await owner.deleteChat({ params: { ...params, chatId } });
    return { place: { chatId } };
  },
  sendMessage: async ({ owner }) => ({
    place: { chatId: await chatWith(owner, 'talker', 'idle') },
    body: { text: 'More' },
    otherBody: { text: 'Less' },
  }),
  editMessage: async ({ owner }) => {
    const chatId = await chatWith(owner, 'talker', 'idle');
    const { results } = await owner.listMessages({ params: { ...params, chatId } });
    const messageId = results.find(({ from }) => from === 'person')?.id ?? '';
    return { place: { chatId, messageId }, body: { text: 'More' }, otherBody: { text: 'Less' } };
  },
  regenerate: async ({ owner }) => ({ place: { chatId: await chatWith(owner, 'talker', 'idle') } }),
  cancelChat: async ({ owner }) => ({ place: { chatId: await chatWith(owner, 'hanger', 'active') } }),
  stopChat: async ({ owner }) => ({ place: { chatId: await chatWith(owner, 'hanger', 'active') } }),
  resumeChat: async ({ owner }) => {
    const chatId = await chatWith(owner, 'hanger', 'active');
    await owner.stopChat({ params: { ...params, chatId } });
    return { place: { chatId } };
  },
  cancelTask: async ({ owner }) => ({ place: await chatWithTask(owner, 'leader', 'running') }),
  retryTask: async ({ owner }) => ({
    place: await chatWithTask(owner, 'boss', 'failed'),
    body: { instruction: 'Try harder' },
    otherBody: { instruction: 'Try less' },
  }),
  backgroundTask: async ({ owner }) => ({ place: await chatWithTask(owner, 'leader', 'running') }),
  markRead: async ({ owner }) => {
    const place = { ...params, chatId: await chatWith(owner, 'teller', 'idle') };
    const asked = async () => (await owner.listQuestions({ params: place })).results[0]?.questionId;
    while (!(await asked())) await wait(5);
    const questionId = (await asked()) ?? assert.fail('nobody asks');
    await owner.answerQuestion({ params: { ...place, questionId }, body: { answer: 'This' } });
    while ((await owner.getChat({ params: place })).unread === 0) await wait(5);
    return { place: { chatId: place.chatId }, body: {}, otherBody: { throughSeq: 1 } };
  },
  steerSubAgent: async ({ owner }) => ({
    place: await chatWithTask(owner, 'leader', 'running'),
    body: { text: 'Left' },
    otherBody: { text: 'Right' },
  }),
  cancelSubAgent: async ({ owner }) => ({ place: await chatWithTask(owner, 'leader', 'running') }),
  answerQuestion: async ({ owner }) => {
    const chatId = await chatWith(owner, 'asker', 'waiting_for_user');
    const [question] = (await owner.listQuestions({ params: { ...params, chatId } })).results;
    const place = { chatId, questionId: question?.questionId ?? '' };
    return { place, body: { answer: 'This' }, otherBody: { answer: 'That' } };
  },
  answerApproval: async ({ owner }) => {
    const chatId = await chatWith(owner, 'mailer', 'waiting_for_user');
    const [question] = (await owner.listQuestions({ params: { ...params, chatId } })).results;
    const place = { chatId, questionId: question?.questionId ?? '' };
    return { place, body: { verdict: 'refused', reason: 'no' }, otherBody: { verdict: 'approved' } };
  },
  renewApproval: async ({ owner, served }) => {
    await served.retinue.workspaces.change(localWorkspaceId, { limits: { approvalLapseMs: 1 } });
    const chatId = await chatWith(owner, 'mailer', 'waiting_for_user');
    const [question] = (await owner.listQuestions({ params: { ...params, chatId } })).results;
    const { questionId, lapsesAt } = question ?? assert.fail('nobody asks');
    while (served.retinue.clock.now() < (lapsesAt ?? 0) + 5) await wait(1);
    return { place: { chatId, questionId } };
  },
  sendUiMessage: async () => ({ query: '?workspaceId=ws_local', body: uiMessage('Hi'), otherBody: uiMessage('Ho') }),
  stopUiStream: async ({ owner }) => ({ place: { chatId: await chatWith(owner, 'hanger', 'active') } }),
};

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

function sender({ url, token }: ServedApp, name: RouteName, { place = {}, query = '' }: Prepared) {
  const { method, path } = routes[name];
  const filled = { ...params, ...place } as Record<string, string>;
  const target = path.replace(/\{(\w+)\}/g, (_, param: string) => filled[param] ?? '') + query;
  return (body: unknown, key: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
    ask(url, { method, path: target, headers: { ...headers, 'idempotency-key': key }, ...(body ? { body } : {}) });
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

test('[A6] a title and a pin under one key are both changed, once', async () => {
  await using app = await openTestApp();
  const chatId = await chatWith(app.owner, 'talker', 'idle');
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
  const bad = ['', '  ', 'x'.repeat(201), 'two\nlines'];
  for (const wrong of bad)
    await assert.rejects(app.owner.changeChat({ params: { ...params, chatId }, body: { title: wrong } }), {
      status: 400,
    });
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
