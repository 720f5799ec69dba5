import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatTitleSchema, localWorkspaceId } from '@retinue/protocol';
import { agent, allTasks, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, firstTask } from '../../../../../tests/support/models/scripts.ts';
import { byAgent } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, hang, say } from '../../../../../tests/support/scripted/script-lines.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
const quick = { script: byAgent({ boss: [say('done')] }), agents: team };

test('[U1.1] a chat is renamed and pinned, and a change without effect makes no event', async () => {
  await using app = await openTestApp(quick);
  const { threadId } = (await app.run('go')).thread;
  for (const title of ['Oslo', 'Oslo']) await app.commands.renameChat(app.context(), { threadId, title });
  for (const isPinned of [true, true]) await app.commands.pinChat(app.context(), { threadId, isPinned });
  const [chat] = await app.log.readModels.chats(localWorkspaceId, { limit: 9 });
  assert.deepEqual([chat?.title, chat?.isPinned, chat?.status], ['Oslo', true, 'idle']);
  const types = (await app.events(threadId)).map(({ type }) => type);
  assert.deepEqual(types.slice(-2), ['chat.renamed', 'chat.pinned']);
  assert.equal(app.model.requests.length, 1, 'nothing was run');
});

test('[U1.2] a title is trimmed, one line, and has 1 to 200 characters', () => {
  const parse = (title: string) => chatTitleSchema.safeParse(title);
  assert.equal(parse('  Oslo  ').data, 'Oslo');
  assert.equal(parse('x'.repeat(200)).success, true);
  for (const bad of ['', '   ', 'x'.repeat(201), 'two\nlines']) assert.equal(parse(bad).success, false, bad);
});

test('[U1.3] actions on a whole chat are refused for a sub-agent and for a missing chat', async () => {
  await using app = await openTestApp({
    script: byAgent({ boss: delegating(['worker', 'a']), worker: [say('ok')] }),
    agents: team,
  });
  const root = await app.run('go');
  const { childThreadId } = firstTask(root).task;
  const nowhere = app.retinue.ids.thread();
  const messageId = app.retinue.ids.message();
  for (const [threadId, code] of [
    [childThreadId, 'not-a-chat'],
    [nowhere, 'no-such-thread'],
  ] as const) {
    const { commands } = app;
    const replies = await Promise.all([
      commands.renameChat(app.context(), { threadId, title: 'x' }),
      commands.pinChat(app.context(), { threadId, isPinned: true }),
      commands.deleteChat(app.context(), { threadId }),
      commands.restoreChat(app.context(), { threadId }),
      commands.editMessage(app.context(), { threadId, messageId, text: 'x' }),
      commands.regenerate(app.context(), { threadId }),
    ]);
    assert.deepEqual(
      replies.map(({ refusal }) => refusal?.code),
      Array(6).fill(code),
    );
  }
});

test('[A6] each action twice under the same key has one effect', async () => {
  await using app = await openTestApp(quick);
  const { threadId } = (await app.run('go')).thread;
  const { commands } = app;
  const twice = async (key: string, run: (context: ReturnType<typeof app.context>) => Promise<unknown>) => {
    const context = () => ({ ...app.context(), idempotency: { key, request: key } });
    assert.deepEqual(await run(context()), await run(context()));
    await app.settled(threadId);
  };
  await twice('rename', (context) => commands.renameChat(context, { threadId, title: 'x' }));
  await twice('pin', (context) => commands.pinChat(context, { threadId, isPinned: true }));
  await twice('regenerate', (context) => commands.regenerate(context, { threadId }));
  const message = (await app.view(threadId)).thread.items.find(
    (item) => item.type === 'message' && item.from === 'person',
  );
  if (message?.type !== 'message') assert.fail('no message');
  const { messageId } = message;
  await twice('edit', (context) => commands.editMessage(context, { threadId, messageId, text: 'rather' }));
  await twice('delete', (context) => commands.deleteChat(context, { threadId }));
  await twice('restore', (context) => commands.restoreChat(context, { threadId }));
  const counts = Map.groupBy(await app.events(threadId), ({ type }) => type);
  const kinds = ['chat.renamed', 'chat.pinned', 'thread.rewound', 'chat.hidden', 'chat.restored'] as const;
  assert.deepEqual(
    kinds.map((type) => counts.get(type)?.length),
    [1, 1, 2, 1, 1],
  );
});

test('[L5] deleting a running chat stops its whole tree and hides it, in one append; nothing runs afterwards', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'a'], ['worker', 'b']),
    worker: [say('so far'), barrier('started'), hang()],
  });
  await using app = await openTestApp({ script, agents: team });
  const threadId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('started', 2);
  const requests = app.model.requests.length;
  const commits: number[] = [];
  using _subscription = app.log.subscribe(({ events }) => commits.push(new Set(events.map((e) => e.threadId)).size));
  assert.equal((await app.commands.deleteChat(app.context(), { threadId })).refusal, null);
  assert.equal(commits[0], 3, 'one append over all three threads');
  assert.deepEqual(await app.log.readModels.chats(localWorkspaceId, { limit: 9 }), []);
  assert.equal(await app.log.readModels.chat(localWorkspaceId, threadId), null);
  const root = await app.settled(threadId);
  assert.deepEqual(
    [root.thread.status, ...allTasks(root).map(({ status }) => status)],
    ['cancelled', 'cancelled', 'cancelled'],
  );
  assert.deepEqual(await app.log.owing(Number.MAX_SAFE_INTEGER), []);
  await app.stop();
  assert.equal(app.model.requests.length, requests);
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: app.directory }), []);
});

test('[L5] a deleted chat does not exist for any other request; restored, it answers again', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'a']),
    worker: [call('askUser', { question: 'Which year?', options: [] })],
  });
  await using app = await openTestApp({ script, agents: team });
  const root = await app.run('go');
  const { threadId } = root.thread;
  const { taskId, childThreadId } = firstTask(root).task;
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  const questionId = question?.questionId ?? assert.fail('no question');
  const { commands } = app;
  await commands.deleteChat(app.context(), { threadId });
  const replies = await Promise.all([
    commands.sendMessage(app.context(), { threadId, text: 'hello?' }),
    commands.sendMessage(app.context(), { threadId: childThreadId, text: 'hello?' }),
    commands.answerQuestion(app.context(), { questionId, answer: '2023' }),
    commands.cancelThread(app.context(), { threadId }),
    commands.cancelTask(app.context(), { taskId }),
    commands.retryTask(app.context(), { taskId, instruction: null }),
    commands.renameChat(app.context(), { threadId, title: 'x' }),
    commands.pinChat(app.context(), { threadId, isPinned: true }),
    commands.deleteChat(app.context(), { threadId }),
    commands.regenerate(app.context(), { threadId }),
    commands.editMessage(app.context(), { threadId, messageId: app.retinue.ids.message(), text: 'x' }),
  ]);
  assert.deepEqual([...new Set(replies.map(({ refusal }) => refusal?.code))], ['no-such-thread']);
  assert.equal((await commands.restoreChat(app.context(), { threadId })).refusal, null);
  assert.equal((await commands.retryTask(app.context(), { taskId, instruction: null })).refusal, null);
  assert.equal((await app.log.readModels.chat(localWorkspaceId, threadId))?.tasks, 2);
});

test('[L5] the sweep purges chats that were deleted half a minute ago, and then they cannot be restored', async () => {
  let now = Date.now();
  const clock = {
    now: () => now,
    monotonicMs: () => now,
    elapsedMs: () => now,
    after(_milliseconds: number, run: () => void) {
      const timer = setTimeout(run, 5);
      return { [Symbol.dispose]: () => clearTimeout(timer) };
    },
  };
  await using app = await openTestApp({ ...quick, replacements: { clock } });
  const { threadId } = (await app.run('go')).thread;
  await app.commands.deleteChat(app.context(), { threadId });
  now += 29_000;
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(await app.log.thread(localWorkspaceId, threadId), 'not yet');
  now += 2000;
  while (await app.log.thread(localWorkspaceId, threadId)) await new Promise((resolve) => setTimeout(resolve, 5));
  const reply = await app.commands.restoreChat(app.context(), { threadId });
  assert.equal(reply.refusal?.code, 'no-such-thread');
  assert.deepEqual(app.problems, []);
});
