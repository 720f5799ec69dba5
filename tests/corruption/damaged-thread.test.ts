import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { Fact, ThreadId } from '@retinue/protocol';
import { localWorkspaceId, noUsage, viewTree } from '@retinue/protocol';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { typeNumber } from '../../packages/server/src/log/format/packing.ts';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';
import { systemClock } from '../../packages/server/src/ports/runtime/clock.ts';
import { openServed } from '../support/apps/served-app.ts';
import { openTestApp, type TestApp, temporaryDirectory, wait } from '../support/apps/test-app.ts';
import { connect, Joined } from '../support/http/sse.ts';
import { byAgent, resultsOf } from '../support/scripted/script.ts';
import { call, hang, say } from '../support/scripted/script-lines.ts';
import { bothStores } from '../support/stores/both-stores.ts';
import { header, openChat } from '../support/stores/facts.ts';
import { withTables } from './write-cases.ts';

const { stores, newDirectory } = bothStores();
const params = { workspaceId: localWorkspaceId };
const delegating = byAgent({
  boss: (request) =>
    resultsOf(request).length === 0 ? [call('newTask', { task: 'Go', subAgentId: 'agt_worker' })] : [say('I see.')],
  worker: [hang()],
});

/** Replaces the stored data of one event of a thread. */
async function damage(place: StorePlace, threadId: ThreadId, seq: number, data: string): Promise<void> {
  const text =
    'UPDATE log_event SET data = ?, checksum = NULL WHERE seq = ? AND thread = (SELECT number FROM thread_number WHERE id = ?)';
  await withTables(place, (run) => run(text, [data, seq, threadId]));
}

async function openAppOn(store: StorePlace, script = delegating): Promise<TestApp> {
  const directory = store.kind === 'sqlite' ? store.directory : await newDirectory();
  return openTestApp({ store, directory, script });
}

/** A chat whose sub-agent is in the middle of a step when its process ends. */
async function leaveChildAtWork(store: StorePlace): Promise<{ chatId: ThreadId; child: ThreadId }> {
  const before = await openAppOn(store);
  const chatId = await before.open('go');
  before.retinue.start();
  const { tasks } = await before.until(chatId, (tree) =>
    Object.values(tree.threads).some((thread) => thread.depth > 0 && thread.openStep),
  );
  await before.stop();
  return { chatId, child: tasks[0]?.child?.thread.threadId ?? assert.fail('no child') };
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[L44] on ${kind}, a damaged sub-agent fails the call of its parent, once, and its task can be retried`, async () => {
    const store = await stores[kind]();
    const { chatId, child } = await leaveChildAtWork(store);
    await damage(store, child, 2, '{"torn');

    await using app = await openAppOn(store);
    app.retinue.start();
    while ((await app.log.thread(localWorkspaceId, chatId))?.status !== 'idle') await wait(20);
    const tree = (await app.log.tree(localWorkspaceId, chatId)) ?? assert.fail('no tree');
    assert.equal(tree.threads[child], undefined);
    const root = tree.threads[chatId] ?? assert.fail('no root');
    const step = root.items.find((item) => item.type === 'step');
    const task = (step?.type === 'step' && step.calls[0]?.tasks[0]) || assert.fail('no task');
    assert.equal(task.outcome?.status, 'failed');
    assert.deepEqual(task.outcome?.reason, { code: 'damaged' });
    assert.equal(root.outcome?.result, 'I see.');
    assert.deepEqual(await app.log.owing(systemClock.now() + 1000), []);
    const retried = await app.commands.retryTask(app.context(), { taskId: task.taskId, instruction: null });
    assert.equal(retried.refusal, null);
    assert.deepEqual(await app.log.damage.list(), [{ threadId: child, rootId: chatId, seq: 2, reason: 'unreadable' }]);
  });

  test(`[L73] on ${kind}, a damaged sub-agent that waits for a person fails the call of its parent once its damage is known`, async () => {
    const store = await stores[kind]();
    const asking = byAgent({
      boss: (request) =>
        resultsOf(request).length === 0 ? [call('newTask', { task: 'Go', subAgentId: 'agt_worker' })] : [say('I see.')],
      worker: [call('askUser', { question: 'Which one?' })],
    });
    const before = await openAppOn(store, asking);
    const chatId = await before.open('go');
    before.retinue.start();
    const { tasks } = await before.until(chatId, (tree) =>
      Object.values(tree.threads).some((thread) => thread.status === 'waiting_for_user'),
    );
    const child = tasks[0]?.child?.thread.threadId ?? assert.fail('no child');
    await before.stop();
    await damage(store, child, 2, '{"torn');

    await using app = await openAppOn(store, asking);
    app.retinue.start();
    await assert.rejects(app.log.thread(localWorkspaceId, child), { name: 'DamagedThreadError' });
    const isIdle = async () => (await app.log.thread(localWorkspaceId, chatId))?.status === 'idle';
    for (let waited = 0; waited < 600 && !(await isIdle()); waited += 1) await wait(50);
    const root = (await app.log.thread(localWorkspaceId, chatId)) ?? assert.fail('no root');
    assert.equal(root.status, 'idle');
    const step = root.items.find((item) => item.type === 'step');
    const task = (step?.type === 'step' && step.calls[0]?.tasks[0]) || assert.fail('no task');
    assert.deepEqual(task.outcome?.reason, { code: 'damaged' });
    assert.equal(
      (await app.commands.retryTask(app.context(), { taskId: task.taskId, instruction: null })).refusal,
      null,
    );
  });

  test(`[L74] on ${kind}, a chat whose stored task names a thread above it is read and counted`, async () => {
    const store = await stores[kind]();
    const { chatId, child } = await leaveChildAtWork(store);
    const text = `UPDATE log_event SET checksum = NULL, data = replace(data, ?, ?)
      WHERE type = ${typeNumber('task.opened')} AND thread = (SELECT number FROM thread_number WHERE id = ?)`;
    await withTables(store, (run) => run(text, [child, chatId, chatId]));
    await withTables(store, (run) => run('UPDATE thread SET parent_thread_id = id WHERE id = ?', [child]));

    await using app = await openAppOn(store);
    const tree = (await app.log.tree(localWorkspaceId, chatId)) ?? assert.fail('no tree');
    const node = viewTree(tree) ?? assert.fail('no view');
    assert.equal(node.tasks[0]?.child, null);
    const deleted = await app.commands.deleteChat(app.context(), { threadId: chatId });
    assert.equal(deleted.refusal, null);
  });

  test(`[L41][L42] on ${kind}, a damaged chat takes no step and no event, others in its group do, and it can be purged`, async () => {
    const store = await stores[kind]();
    const script = byAgent({ boss: [say('Yes.')] });
    const before = await openAppOn(store, script);
    const [bad, good] = [await before.open('one'), await before.open('two')];
    await before.stop();
    await damage(store, bad, 3, '["msg_x"]');

    await using app = await openAppOn(store, script);
    const facts = [{ type: 'chat.renamed', data: { title: 'New' } } as const];
    const append = (threadId: ThreadId) =>
      app.log.append(header('change-chat'), [{ threadId, guard: 'exists', facts }]);
    const settled = await Promise.allSettled([append(bad), append(good), append(bad)]);
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['rejected', 'fulfilled', 'rejected'],
    );
    app.retinue.start();
    while ((await app.log.thread(localWorkspaceId, good))?.status !== 'idle') await wait(20);
    assert.deepEqual(await app.log.owing(systemClock.now() + 1000), []);
    const row = await app.log.readModels.chat(localWorkspaceId, bad);
    assert.deepEqual([row?.title, row?.damage], ['one', { seq: 3, reason: 'invalid' }]);
    assert.match(JSON.stringify(await verifyStore(store)), /can't be read/);

    const deleted = await app.commands.deleteChat(app.context(), { threadId: bad });
    assert.equal(deleted.refusal, null);
    assert.equal(await app.log.readModels.chat(localWorkspaceId, bad), null);
    const restored = await app.commands.restoreChat(app.context(), { threadId: bad });
    assert.equal(restored.refusal, null);
    assert.notEqual(await app.log.readModels.chat(localWorkspaceId, bad), null);
    await app.commands.deleteChat(app.context(), { threadId: bad });
    assert.deepEqual(await app.log.purge(0), [bad]);
    assert.deepEqual(await app.log.damage.list(), []);
    assert.deepEqual(
      await app.log.damage.readStored({ workspaceId: localWorkspaceId, rootId: bad, after: 0, limit: 100 }),
      [],
    );
    assert.deepEqual(await verifyStore(store), []);
  });

  test(`[L40.2] on ${kind}, counts of tokens saturate, and a store that holds the highest ones lists, counts and verifies`, async () => {
    const store = await stores[kind]();
    const most = { ...noUsage, inputTokens: Number.MAX_SAFE_INTEGER, outputTokens: Number.MAX_SAFE_INTEGER };
    const paid = { ...most, costMicros: Number.MAX_SAFE_INTEGER };
    await using app = await openAppOn(store);
    for (let chat = 0; chat < 3; chat += 1) {
      const threadId = app.retinue.ids.thread();
      await app.log.append(header('open-chat'), [openChat(threadId)]);
      for (let step = 1; step < 4; step += 1) {
        const place = { step, attempt: 1 };
        const begun = { ...place, kind: 'answer', seenSeq: 3, agentVersion: 1, reservation: { tokens: 10 } } as const;
        const facts: Fact[] = [
          { type: 'step.started', data: begun },
          { type: 'step.ended', data: { ...place, parts: [], usage: paid, finishReason: 'stop' } },
        ];
        await app.log.append(header('end-step'), [{ threadId, guard: 'exists', facts }]);
      }
    }
    const [row] = await app.log.readModels.chats(localWorkspaceId, { limit: 10 });
    assert.equal(row?.usage.inputTokens, Number.MAX_SAFE_INTEGER);
    assert.equal(row?.usage.costMicros, Number.MAX_SAFE_INTEGER);
    const { agents, days, chats } = await app.log.readModels.stats(localWorkspaceId, {});
    for (const { costMicros } of [...agents, ...days, ...chats]) assert.equal(costMicros, Number.MAX_SAFE_INTEGER);
    assert.deepEqual(await verifyStore(store), []);
  });
}

test('[L40] a fact with a number that cannot be stored is refused, and others are not', async () => {
  await using app = await openTestApp({ script: delegating });
  const [odd, sound] = [app.retinue.ids.thread(), app.retinue.ids.thread()];
  const entry = openChat(odd);
  const facts = [
    ...entry.facts,
    { type: 'usage.recorded', data: { step: 1, attempt: 1, usage: { ...noUsage, inputTokens: 1e300 } } } as const,
  ];
  const settled = await Promise.allSettled([
    app.log.append(header('open-chat'), [{ ...entry, facts }]),
    app.log.append(header('open-chat'), [openChat(sound)]),
  ]);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
  assert.equal(await app.log.thread(localWorkspaceId, odd), null);
});

test('[L75] a damaged chat that was deleted is not found by a search, and a restored one is', async () => {
  const directory = await temporaryDirectory();
  const script = byAgent({ boss: [say('Yes.')] });
  const first = await openServed({ script, directory });
  const { chatId } = await first.owner.openChat({ params, body: { text: 'Walrus.', agentId: 'agt_boss' as never } });
  while ((await first.owner.getChat({ params: { ...params, chatId } })).status !== 'idle') await wait(20);
  const found = async ({ owner }: typeof first) =>
    (await owner.search({ params, query: { q: 'walrus' } })).results.map((group) => group.chatId);
  assert.deepEqual(await found(first), [chatId]);
  await first.stop();
  await damage({ kind: 'sqlite', directory }, chatId, 5, '[');
  {
    await using served = await openServed({ script, directory });
    assert.deepEqual(await found(served), [chatId]);
    await served.owner.deleteChat({ params: { ...params, chatId } });
    assert.deepEqual(await found(served), []);
    await served.owner.restoreChat({ params: { ...params, chatId } });
    assert.deepEqual(await found(served), [chatId]);
  }
  await rm(directory, { recursive: true, force: true });
});

test('[L41] a damaged event in a stream does not end it for the other chats', async () => {
  const directory = await temporaryDirectory();
  const script = byAgent({ boss: [say('Yes.')] });
  const first = await openServed({ script, directory });
  const open = async () =>
    (await first.owner.openChat({ params, body: { text: 'Hello.', agentId: 'agt_boss' as never } })).chatId;
  const chats = [await open(), await open(), await open()];
  for (const chatId of chats)
    while ((await first.owner.getChat({ params: { ...params, chatId } })).status !== 'idle') await wait(20);
  await first.stop();
  const [bad, ...good] = chats;
  await damage({ kind: 'sqlite', directory }, bad ?? assert.fail('no chat'), 5, '[');
  {
    await using served = await openServed({ script, directory });
    const url = `${served.url}/api/workspaces/${localWorkspaceId}/stream?chats=${chats.join(',')}&after=0`;
    const joined = new Joined();
    const connection = connect(url, { authorization: `Bearer ${served.token}` }, (frame) => joined.take(frame));
    assert.equal(await connection.status, 200);
    const hasEnd = (chatId: ThreadId) =>
      joined.events.some(({ type, threadId }) => type === 'thread.ended' && threadId === chatId);
    while (!good.every(hasEnd)) await wait(20);
    connection.cut();
  }
  await rm(directory, { recursive: true, force: true });
});
