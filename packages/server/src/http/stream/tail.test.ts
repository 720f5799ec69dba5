import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { call, hang } from '../../../../../tests/support/scripted/script-lines.ts';
import type { QuestionKey } from './question-frames.ts';
import { Tail } from './tail.ts';

test('[W13] a large event is shared memory for all its readers; small ones are sent together', async () => {
  await using app = await openTestApp({ script: [hang()] });
  const { log, live, clock } = app.retinue;
  const { commands } = app;
  const threadId = await app.open('Read this');
  using tail = new Tail({ log, live, clock, head: await log.feed.head() });
  const from = tail.head;
  const send = (text: string) => commands.sendMessage(app.context(), { threadId, text });
  for (const text of ['one', 'two', 'x'.repeat(20_000), 'three']) await send(text);
  const rootIds = new Set([threadId]);
  const read = (position: number) => tail.after(position, rootIds, 16 * 1024);
  const small = read(from);
  assert.equal(String(small.bytes).match(/^id: /gm)?.length, 2);
  const large = read(small.position);
  assert.equal(large.bytes, read(small.position).bytes);
  assert.match(String(large.bytes), /x{20000}/);
  const last = read(large.position);
  assert.match(String(last.bytes), /"three"/);
  assert.equal(last.position, tail.head);
  assert.equal(read(last.position).bytes.length, 0);
});

test('[W15] the chats that changed since a position are the same from memory and from the log', async () => {
  await using app = await openTestApp({ script: [hang()] });
  const { log, live, clock } = app.retinue;
  const { commands } = app;
  using tail = new Tail({ log, live, clock, head: await log.feed.head() });
  const chatIds = [await app.open('One'), await app.open('Two'), await app.open('Three')];
  const positions = [0, tail.head];
  for (const threadId of chatIds.slice(1)) {
    await commands.sendMessage(app.context(), { threadId, text: 'More' });
    positions.push(tail.head);
  }
  for (const position of positions) {
    const remembered = await tail.changesSince(localWorkspaceId, position, 100);
    assert.deepEqual(remembered?.chats, new Set(await log.readModels.chatsSince(localWorkspaceId, position, 100)));
  }
  assert.equal((await tail.changesSince(localWorkspaceId, 0, 100))?.chats.size, 3);
});

test('[W15] the chats that changed since a change are known for a while', async () => {
  await using app = await openTestApp({ script: [hang()] });
  const { log, live, clock } = app.retinue;
  const { commands } = app;
  let now = 0;
  using tail = new Tail({ log, live, clock: { ...clock, monotonicMs: () => now }, head: await log.feed.head() });
  const since = (lastSeen: number) => tail.chats.since(localWorkspaceId, lastSeen);
  const first = await app.open('One');
  const afterFirst = tail.chats.lastChange;
  const second = await app.open('Two');
  assert.deepEqual(since(afterFirst), [second]);
  await commands.renameChat(app.context(), { threadId: first, title: 'Once more' });
  assert.deepEqual(since(afterFirst), [second, first]);
  assert.deepEqual(since(tail.chats.lastChange), []);
  const afterAll = tail.chats.lastChange;
  now = 60_000;
  const third = await app.open('Three');
  assert.equal(since(afterFirst), null);
  assert.deepEqual(since(afterAll), [third], 'nothing that it had not seen is forgotten');
});

test('[S79.1] a question is read once for all readers, and again after it or its chat has changed', async () => {
  await using app = await openTestApp({
    script: ({ place: { step } }) => (step === 1 ? [call('askUser', { question: 'Which?' })] : [hang()]),
  });
  const { log, live, clock } = app.retinue;
  const { commands } = app;
  using tail = new Tail({ log, live, clock, head: await log.feed.head() });
  const threadId = await app.open('Ask me');
  app.retinue.start();
  await app.settled(threadId);
  const [asked] = await log.readModels.openQuestions(localWorkspaceId);
  const questionId = asked?.questionId ?? assert.fail('nothing was asked');
  assert.ok(tail.questions.since(localWorkspaceId, 0)?.includes(questionId));
  const read = (key: QuestionKey) => tail.question(localWorkspaceId, key);
  const first = read(questionId);
  assert.equal(read(questionId), first);
  assert.match(await first, /^event: question\ndata: .*"text":"Which\?"/);
  const ofChat = await read(threadId);
  assert.match(ofChat, new RegExp(`"openIds":\\["${questionId}"\\].*\n\nevent: question.*"text":"Which`, 's'));
  await commands.renameChat(app.context(), { threadId, title: 'Renamed' });
  assert.match(await read(questionId), /"title":"Renamed"/);
  await commands.answerQuestion(app.context(), { questionId, answer: 'That' });
  assert.match(await read(questionId), /"isClosed":true/);
  assert.match(await read(threadId), /"openIds":\[\]/);
});
