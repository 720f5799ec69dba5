import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatTitleSchema, localWorkspaceId } from '@retinue/protocol';
import { agent, allTasks, openHouse } from '../../../../../tests/support/house.ts';
import { delegating, firstTask } from '../../../../../tests/support/scripts.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import { byAgent } from '../../models/script.ts';
import { barrier, call, hang, say } from '../../models/script-lines.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
const quick = { script: byAgent({ boss: [say('done')] }), agents: team };

test('[U1.1] a chat is renamed and pinned, and what is so already makes no event', async () => {
  await using house = await openHouse(quick);
  const { threadId } = (await house.run('go')).thread;
  for (const title of ['Oslo', 'Oslo']) await house.commands.renameChat(house.wish(), { threadId, title });
  for (const isPinned of [true, true]) await house.commands.pinChat(house.wish(), { threadId, isPinned });
  const [chat] = await house.log.readModels.chats(localWorkspaceId, { limit: 9 });
  assert.deepEqual([chat?.title, chat?.isPinned, chat?.status], ['Oslo', true, 'idle']);
  const types = (await house.events(threadId)).map(({ type }) => type);
  assert.deepEqual(types.slice(-2), ['chat.renamed', 'chat.pinned']);
  assert.equal(house.model.requests.length, 1, 'nothing was run');
});

test('[U1.2] a title is trimmed, one line, and has 1 to 200 characters', () => {
  const parse = (title: string) => chatTitleSchema.safeParse(title);
  assert.equal(parse('  Oslo  ').data, 'Oslo');
  assert.equal(parse('x'.repeat(200)).success, true);
  for (const bad of ['', '   ', 'x'.repeat(201), 'two\nlines']) assert.equal(parse(bad).success, false, bad);
});

test('[U1.3] what is done with a chat as a whole is refused for a sub-agent and for what is not there', async () => {
  await using house = await openHouse({
    script: byAgent({ boss: delegating(['worker', 'a']), worker: [say('ok')] }),
    agents: team,
  });
  const root = await house.run('go');
  const { childThreadId } = firstTask(root).task;
  const nowhere = house.retinue.ids.thread();
  const messageId = house.retinue.ids.message();
  for (const [threadId, code] of [
    [childThreadId, 'not-a-chat'],
    [nowhere, 'no-such-thread'],
  ] as const) {
    const { commands } = house;
    const replies = await Promise.all([
      commands.renameChat(house.wish(), { threadId, title: 'x' }),
      commands.pinChat(house.wish(), { threadId, isPinned: true }),
      commands.deleteChat(house.wish(), { threadId }),
      commands.restoreChat(house.wish(), { threadId }),
      commands.editMessage(house.wish(), { threadId, messageId, text: 'x' }),
      commands.regenerate(house.wish(), { threadId }),
    ]);
    assert.deepEqual(
      replies.map(({ refusal }) => refusal?.code),
      Array(6).fill(code),
    );
  }
});

test('[A6] each of them twice under the same key has one effect', async () => {
  await using house = await openHouse(quick);
  const { threadId } = (await house.run('go')).thread;
  const { commands } = house;
  const twice = async (key: string, run: (wish: ReturnType<typeof house.wish>) => Promise<unknown>) => {
    const wish = () => ({ ...house.wish(), once: { key, request: key } });
    assert.deepEqual(await run(wish()), await run(wish()));
    await house.settled(threadId);
  };
  await twice('rename', (wish) => commands.renameChat(wish, { threadId, title: 'x' }));
  await twice('pin', (wish) => commands.pinChat(wish, { threadId, isPinned: true }));
  await twice('regenerate', (wish) => commands.regenerate(wish, { threadId }));
  const message = (await house.view(threadId)).thread.items.find(
    (item) => item.type === 'message' && item.from === 'person',
  );
  if (message?.type !== 'message') assert.fail('no message');
  const { messageId } = message;
  await twice('edit', (wish) => commands.editMessage(wish, { threadId, messageId, text: 'rather' }));
  await twice('delete', (wish) => commands.deleteChat(wish, { threadId }));
  await twice('restore', (wish) => commands.restoreChat(wish, { threadId }));
  const counts = Map.groupBy(await house.events(threadId), ({ type }) => type);
  const kinds = ['chat.renamed', 'chat.pinned', 'thread.rewound', 'chat.hidden', 'chat.restored'] as const;
  assert.deepEqual(
    kinds.map((type) => counts.get(type)?.length),
    [1, 1, 2, 1, 1],
  );
});

test('[L5] deleting a chat at work stops its whole tree and hides it, in one append; nothing runs afterwards', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'a'], ['worker', 'b']),
    worker: [say('so far'), barrier('started'), hang()],
  });
  await using house = await openHouse({ script, agents: team });
  const threadId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('started', 2);
  const requests = house.model.requests.length;
  const commits: number[] = [];
  using _subscription = house.log.subscribe(({ events }) => commits.push(new Set(events.map((e) => e.threadId)).size));
  assert.equal((await house.commands.deleteChat(house.wish(), { threadId })).refusal, null);
  assert.equal(commits[0], 3, 'one append over all three threads');
  assert.deepEqual(await house.log.readModels.chats(localWorkspaceId, { limit: 9 }), []);
  assert.equal(await house.log.readModels.chat(localWorkspaceId, threadId), null);
  const root = await house.settled(threadId);
  assert.deepEqual(
    [root.thread.status, ...allTasks(root).map(({ status }) => status)],
    ['cancelled', 'cancelled', 'cancelled'],
  );
  assert.deepEqual(await house.log.owing(Number.MAX_SAFE_INTEGER), []);
  await house.stop();
  assert.equal(house.model.requests.length, requests);
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: house.directory }), []);
});

test('[L5] a deleted chat is not there for any other wish; restored, it answers again', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'a']),
    worker: [call('askUser', { question: 'Which year?', options: [] })],
  });
  await using house = await openHouse({ script, agents: team });
  const root = await house.run('go');
  const { threadId } = root.thread;
  const { taskId, childThreadId } = firstTask(root).task;
  const [question] = await house.log.readModels.openQuestions(localWorkspaceId);
  const questionId = question?.questionId ?? assert.fail('no question');
  const { commands } = house;
  await commands.deleteChat(house.wish(), { threadId });
  const replies = await Promise.all([
    commands.sendMessage(house.wish(), { threadId, text: 'hello?' }),
    commands.sendMessage(house.wish(), { threadId: childThreadId, text: 'hello?' }),
    commands.answerQuestion(house.wish(), { questionId, answer: '2023' }),
    commands.cancelThread(house.wish(), { threadId }),
    commands.cancelTask(house.wish(), { taskId }),
    commands.retryTask(house.wish(), { taskId, instruction: null }),
    commands.renameChat(house.wish(), { threadId, title: 'x' }),
    commands.pinChat(house.wish(), { threadId, isPinned: true }),
    commands.deleteChat(house.wish(), { threadId }),
    commands.regenerate(house.wish(), { threadId }),
    commands.editMessage(house.wish(), { threadId, messageId: house.retinue.ids.message(), text: 'x' }),
  ]);
  assert.deepEqual([...new Set(replies.map(({ refusal }) => refusal?.code))], ['no-such-thread']);
  assert.equal((await commands.restoreChat(house.wish(), { threadId })).refusal, null);
  assert.equal((await commands.retryTask(house.wish(), { taskId, instruction: null })).refusal, null);
  assert.equal((await house.log.readModels.chat(localWorkspaceId, threadId))?.tasks, 2);
});

test('[L5] the sweep purges what was deleted half a minute ago, and then it can not be restored', async () => {
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
  await using house = await openHouse({ ...quick, replacements: { clock } });
  const { threadId } = (await house.run('go')).thread;
  await house.commands.deleteChat(house.wish(), { threadId });
  now += 29_000;
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(await house.log.thread(localWorkspaceId, threadId), 'not yet');
  now += 2000;
  while (await house.log.thread(localWorkspaceId, threadId)) await new Promise((resolve) => setTimeout(resolve, 5));
  const reply = await house.commands.restoreChat(house.wish(), { threadId });
  assert.equal(reply.refusal?.code, 'no-such-thread');
  assert.deepEqual(house.problems, []);
});
