import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageId, ThreadId, ThreadNode } from '@retinue/protocol';
import { localWorkspaceId, totalTokens } from '@retinue/protocol';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, firstTask, newTask, succeed, toolFor } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, hang, say, together } from '../../../../../tests/support/scripted/script-lines.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['act'] })];
const echo: Script = (request) => [say(`${request.place.step}: ${inputsOf(request).join(', ')}`)];

test('[U1.4] an edited message removes the effects of the old one, and is answered as if it were the first', async () => {
  await using app = await openTestApp({ script: byAgent({ boss: echo }), agents: team });
  const { threadId } = (await app.run('one')).thread;
  for (const text of ['two', 'three']) {
    await app.commands.sendMessage(app.context(), { threadId, text });
    await app.settled(threadId);
  }
  const messageId = messageOf(await app.view(threadId), 'two');
  const reply = await app.commands.editMessage(app.context(), { threadId, messageId, text: 'rather' });
  assert.equal(reply.refusal, null);
  const root = await app.settled(threadId);
  assert.deepEqual(wordsOf(root), ['one', '1: one', 'rather', '4: one, rather']);
  assert.deepEqual([root.thread.turn, root.thread.status, root.thread.outcome?.result], [4, 'idle', '4: one, rather']);
  const gone = await app.commands.editMessage(app.context(), { threadId, messageId, text: 'again' });
  assert.equal(gone.refusal?.code, 'no-such-message', 'it was replaced');
});

test("[U1.5] only a person's message in that chat can be edited", async () => {
  await using app = await openTestApp({
    script: byAgent({ boss: delegating(['worker', 'a']), worker: [succeed('ok')] }),
    agents: team,
  });
  const root = await app.run('go');
  const { threadId, items, seq } = root.thread;
  const system = items.find((item) => item.type === 'message' && item.from === 'system');
  const instruction = firstTask(root).child?.thread.items.find(
    (item) => item.type === 'message' && item.from === 'parent',
  );
  for (const item of [system, instruction]) {
    if (item?.type !== 'message') assert.fail('no message');
    const { messageId } = item;
    const reply = await app.commands.editMessage(app.context(), { threadId, messageId, text: 'x' });
    assert.equal(reply.refusal?.code, 'no-such-message');
  }
  assert.equal((await app.view(threadId)).thread.seq, seq);
});

test('[U1.6] regenerating after delegations asks again: the old children are paid for and not shown', async () => {
  const script = byAgent({ boss: delegating(['worker', 'a'], ['worker', 'b']), worker: [succeed('ok')] });
  await using app = await openTestApp({ script, agents: team });
  const before = await app.run('go');
  const { threadId } = before.thread;
  assert.equal((await app.commands.regenerate(app.context(), { threadId })).refusal, null);
  const after = await app.settled(threadId);
  assert.equal(after.tasks.length, 2);
  const old = new Set(before.tasks.map(({ task }) => task.childThreadId));
  assert.ok(after.tasks.every(({ task }) => !old.has(task.childThreadId)));
  assert.deepEqual(
    after.thread.items.flatMap((item) => (item.type === 'step' ? [item.step] : [])),
    [3, 4],
    'numbers of steps are never used again',
  );
  const { threads } = await app.tree(threadId);
  const sum = Object.values(threads).reduce((total, thread) => total + totalTokens(thread.usage), 0);
  assert.equal(Object.keys(threads).length, 5);
  assert.equal(totalTokens(after.usage), sum);
  const [chat] = await app.log.readModels.chats(localWorkspaceId, { limit: 1 });
  assert.deepEqual(chat?.usage, after.usage);
  const { taskId } = firstTask(before).task;
  const retried = await app.commands.retryTask(app.context(), { taskId, instruction: null });
  assert.equal(retried.refusal?.code, 'no-such-task', 'nobody waits for its result');
  await app.stop();
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: app.directory }), []);
});

test('[U1.4][U1.7] editing while the chat is running stops it and its children first; their late results change nothing', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const act = toolFor('act', async () => {
    begin();
    await done;
    return 'it happened';
  });
  const script = byAgent({
    boss: (request) => {
      if (inputsOf(request)[0] !== 'go') return [say('fine')];
      return [together(newTask('worker', 'slow'), newTask('worker', 'tool'))];
    },
    worker: (request) => (inputsOf(request)[0] === 'slow' ? [say('hm'), barrier('slow'), hang()] : [call('act')]),
  });
  await using app = await openTestApp({ script, agents: team, tools: [act] });
  const threadId = await app.open('go');
  app.retinue.start();
  await Promise.all([app.model.barriers.reached('slow'), begun]);
  const before = await app.view(threadId);
  const messageId = messageOf(before, 'go');
  await app.commands.editMessage(app.context(), { threadId, messageId, text: 'rather' });
  finish();
  const root = await app.until(
    threadId,
    (tree, view) => view.thread.status === 'idle' && JSON.stringify(tree).includes('it happened'),
  );
  assert.deepEqual([wordsOf(root), root.tasks.length], [['rather', 'fine'], 0]);
  assert.ok(root.thread.epoch > before.thread.epoch + 1);
  const { threads } = await app.tree(threadId);
  assert.deepEqual(
    Object.values(threads).map(({ status }) => status),
    ['idle', 'cancelled', 'cancelled'],
  );
  await app.stop();
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: app.directory }), []);
});

test('[U1.7] a late result of a call that was taken back changes nothing', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const act = toolFor('act', async () => {
    begin();
    await done;
    return 'it happened';
  });
  let asked = 0;
  const script = byAgent({
    worker: (request) => (resultsOf(request).length === 0 && asked++ === 0 ? [call('act')] : [say('fine')]),
  });
  await using app = await openTestApp({ script, agents: team, tools: [act] });
  const threadId = await app.open('go', 'worker');
  app.retinue.start();
  await begun;
  await app.commands.regenerate(app.context(), { threadId });
  finish();
  await app.until(threadId, (_tree, view) => view.thread.status === 'idle');
  while (!(await app.events(threadId)).some(({ type }) => type === 'call.late')) await app.view(threadId);
  assert.deepEqual(wordsOf(await app.view(threadId)), ['go', 'fine']);
  await app.stop();
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: app.directory }), []);
});

/** Delegates in the background in its first turn; in the second it delegates again and waits. */
const withBackground = byAgent({
  boss: (request) => {
    const last = inputsOf(request).at(-1);
    if (resultsOf(request).length > 0) return [say(`On ${last}.`)];
    if (last === 'first') return [newTask('worker', 'long', { background: true })];
    return last === 'second' ? [newTask('worker', 'short')] : [say(`On ${last}.`)];
  },
  worker: (request) => [barrier(inputsOf(request)[0] ?? ''), succeed('at last')],
});

async function openWithBackground(): Promise<{ app: TestApp; threadId: ThreadId }> {
  const app = await openTestApp({ script: withBackground, agents: team });
  const { threadId } = (await runUntilIdle(app, 'first')).thread;
  await app.model.barriers.reached('long');
  return { app, threadId };
}

async function runUntilIdle(app: TestApp, text: string): Promise<ThreadNode> {
  const threadId = await app.open(text);
  app.retinue.start();
  return app.until(threadId, isIdle);
}

const isIdle = (_tree: unknown, { thread }: ThreadNode) => thread.status === 'idle';

for (const how of ['regenerate', 'edit'] as const) {
  test(`[D13.11][U1.4] background work of an earlier turn continues after ${how}, and its notice arrives`, async () => {
    const { app, threadId } = await openWithBackground();
    await using _house = app;
    await app.commands.sendMessage(app.context(), { threadId, text: 'second' });
    await app.model.barriers.reached('short');
    const before = await app.view(threadId);
    const messageId = messageOf(before, 'second');
    if (how === 'edit') await app.commands.editMessage(app.context(), { threadId, messageId, text: 'third' });
    else await app.commands.regenerate(app.context(), { threadId });
    const statuses = Object.values((await app.tree(threadId)).threads).map(({ status }) => status);
    assert.deepEqual(statuses.slice(1, 3), ['active', 'cancelled'], 'what the turn itself had sent is stopped');
    app.model.barriers.release('short');
    await app.until(threadId, isIdle);
    app.model.barriers.release('long');
    const after = await app.until(threadId, (tree, view) => isIdle(tree, view) && view.thread.unread === 1);
    assert.equal(firstTask(after).status, 'success');
    assert.match(wordsOf(after).at(-1) ?? '', /^Task .* has ended: success\.\nat last/);
    await app.stop();
    assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: app.directory }), []);
  });
}

test('[D13.12][U1.4] background work of a turn is stopped when that turn is replaced', async () => {
  const { app, threadId } = await openWithBackground();
  await using _house = app;
  const messageId = messageOf(await app.view(threadId), 'first');
  await app.commands.editMessage(app.context(), { threadId, messageId, text: 'other' });
  const root = await app.until(threadId, isIdle);
  assert.deepEqual([wordsOf(root), root.tasks.length], [['other', 'On other.'], 0]);
  const statuses = Object.values((await app.tree(threadId)).threads).map(({ status }) => status);
  assert.deepEqual(statuses, ['idle', 'cancelled']);
});

test('[D13.11][U1.4] a notice of an earlier turn that came after the replaced part is sent again', async () => {
  const { app, threadId } = await openWithBackground();
  await using _house = app;
  await app.commands.sendMessage(app.context(), { threadId, text: 'next' });
  await app.until(threadId, (tree, view) => isIdle(tree, view) && view.thread.turn === 2);
  app.model.barriers.release('long');
  await app.until(threadId, (_tree, { thread }) => thread.unread === 1);
  await app.commands.regenerate(app.context(), { threadId });
  const root = await app.until(threadId, (tree, view) => isIdle(tree, view) && view.thread.turn === 3);
  assert.equal(wordsOf(root).filter((text) => /^Task .* has ended: success/.test(text)).length, 1);
  const asked = app.model.requests.at(-1) ?? assert.fail('not asked');
  assert.match(inputsOf(asked).join('\n'), /has ended: success/);
});

test('[L12.2] an edited agent applies from the turn that an edit or another answer starts, and stays when it is taken back', async () => {
  const agents = [agent('boss')];
  const script: Script = (request) => [say(`${request.system} ${inputsOf(request).join(', ')}`)];
  await using app = await openTestApp({ script, agents });
  const { threadId } = (await app.run('one')).thread;
  agents.splice(0, 1, { ...agent('boss', { version: 2 }), systemPrompt: 'You are new.' });
  await app.commands.regenerate(app.context(), { threadId });
  assert.equal((await app.settled(threadId)).thread.outcome?.result, 'You are new. one');
  const messageId = messageOf(await app.view(threadId), 'one');
  await app.commands.editMessage(app.context(), { threadId, messageId, text: 'two' });
  assert.equal((await app.settled(threadId)).thread.outcome?.result, 'You are new. two');
});

function messageOf({ thread }: ThreadNode, text: string): MessageId {
  const found = thread.items.find((item) => item.type === 'message' && item.text === text);
  return found?.type === 'message' ? found.messageId : assert.fail(`no message "${text}"`);
}

/** Text that a person reads in a chat. */
function wordsOf({ thread }: ThreadNode): string[] {
  return thread.items.flatMap((item) => {
    if (item.type === 'message') return item.from === 'system' ? [] : [item.text];
    return item.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  });
}
