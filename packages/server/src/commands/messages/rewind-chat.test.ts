import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageId, ThreadId, ThreadNode } from '@retinue/protocol';
import { localWorkspaceId, totalTokens } from '@retinue/protocol';
import type { House } from '../../../../../tests/support/house.ts';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { delegating, firstTask, newTask, succeed, toolFor } from '../../../../../tests/support/scripts.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import type { Script } from '../../models/script.ts';
import { byAgent, inputsOf, resultsOf } from '../../models/script.ts';
import { barrier, call, hang, say, together } from '../../models/script-lines.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['act'] })];
const echo: Script = (request) => [say(`${request.place.step}: ${inputsOf(request).join(', ')}`)];

test('[U1.4] an edited message takes back what came of the old one, and is answered as if it had been the first', async () => {
  await using house = await openHouse({ script: byAgent({ boss: echo }), agents: team });
  const { threadId } = (await house.run('one')).thread;
  for (const text of ['two', 'three']) {
    await house.commands.sendMessage(house.wish(), { threadId, text });
    await house.settled(threadId);
  }
  const messageId = messageOf(await house.view(threadId), 'two');
  const reply = await house.commands.editMessage(house.wish(), { threadId, messageId, text: 'rather' });
  assert.equal(reply.refusal, null);
  const root = await house.settled(threadId);
  assert.deepEqual(wordsOf(root), ['one', '1: one', 'rather', '4: one, rather']);
  assert.deepEqual([root.thread.turn, root.thread.status, root.thread.outcome?.result], [4, 'idle', '4: one, rather']);
  const gone = await house.commands.editMessage(house.wish(), { threadId, messageId, text: 'again' });
  assert.equal(gone.refusal?.code, 'no-such-message', 'it was replaced');
});

test('[U1.5] only a message of a person in that chat can be edited', async () => {
  await using house = await openHouse({
    script: byAgent({ boss: delegating(['worker', 'a']), worker: [succeed('ok')] }),
    agents: team,
  });
  const root = await house.run('go');
  const { threadId, items, seq } = root.thread;
  const system = items.find((item) => item.type === 'message' && item.from === 'system');
  const instruction = firstTask(root).child?.thread.items.find(
    (item) => item.type === 'message' && item.from === 'parent',
  );
  for (const item of [system, instruction]) {
    if (item?.type !== 'message') assert.fail('no message');
    const { messageId } = item;
    const reply = await house.commands.editMessage(house.wish(), { threadId, messageId, text: 'x' });
    assert.equal(reply.refusal?.code, 'no-such-message');
  }
  assert.equal((await house.view(threadId)).thread.seq, seq);
});

test('[U1.6] regenerating after delegations asks again: the old children are paid for and not shown', async () => {
  const script = byAgent({ boss: delegating(['worker', 'a'], ['worker', 'b']), worker: [succeed('ok')] });
  await using house = await openHouse({ script, agents: team });
  const before = await house.run('go');
  const { threadId } = before.thread;
  assert.equal((await house.commands.regenerate(house.wish(), { threadId })).refusal, null);
  const after = await house.settled(threadId);
  assert.equal(after.tasks.length, 2);
  const old = new Set(before.tasks.map(({ task }) => task.childThreadId));
  assert.ok(after.tasks.every(({ task }) => !old.has(task.childThreadId)));
  assert.deepEqual(
    after.thread.items.flatMap((item) => (item.type === 'step' ? [item.step] : [])),
    [3, 4],
    'numbers of steps are never used again',
  );
  const { threads } = await house.tree(threadId);
  const sum = Object.values(threads).reduce((total, thread) => total + totalTokens(thread.usage), 0);
  assert.equal(Object.keys(threads).length, 5);
  assert.equal(totalTokens(after.usage), sum);
  const [chat] = await house.log.readModels.chats(localWorkspaceId, { limit: 1 });
  assert.deepEqual(chat?.usage, after.usage);
  const { taskId } = firstTask(before).task;
  const retried = await house.commands.retryTask(house.wish(), { taskId, instruction: null });
  assert.equal(retried.refusal?.code, 'no-such-task', 'nobody waits for its result');
  await house.stop();
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: house.directory }), []);
});

test('[U1.4][U1.7] editing while the chat works stops it and its children first; their late news changes nothing', async () => {
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
  await using house = await openHouse({ script, agents: team, tools: [act] });
  const threadId = await house.open('go');
  house.retinue.start();
  await Promise.all([house.model.barriers.reached('slow'), begun]);
  const before = await house.view(threadId);
  const messageId = messageOf(before, 'go');
  await house.commands.editMessage(house.wish(), { threadId, messageId, text: 'rather' });
  finish();
  const root = await house.until(
    threadId,
    (tree, view) => view.thread.status === 'idle' && JSON.stringify(tree).includes('it happened'),
  );
  assert.deepEqual([wordsOf(root), root.tasks.length], [['rather', 'fine'], 0]);
  assert.ok(root.thread.epoch > before.thread.epoch + 1);
  const { threads } = await house.tree(threadId);
  assert.deepEqual(
    Object.values(threads).map(({ status }) => status),
    ['idle', 'cancelled', 'cancelled'],
  );
  await house.stop();
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: house.directory }), []);
});

test('[U1.7] late news of a call that the chat itself made and that was taken back changes nothing', async () => {
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
  await using house = await openHouse({ script, agents: team, tools: [act] });
  const threadId = await house.open('go', 'worker');
  house.retinue.start();
  await begun;
  await house.commands.regenerate(house.wish(), { threadId });
  finish();
  await house.until(threadId, (_tree, view) => view.thread.status === 'idle');
  while (!(await house.events(threadId)).some(({ type }) => type === 'call.late')) await house.view(threadId);
  assert.deepEqual(wordsOf(await house.view(threadId)), ['go', 'fine']);
  await house.stop();
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: house.directory }), []);
});

/** Sends one into the background in its first turn; in the second it sends another and waits for it. */
const withBackground = byAgent({
  boss: (request) => {
    const last = inputsOf(request).at(-1);
    if (resultsOf(request).length > 0) return [say(`On ${last}.`)];
    if (last === 'first') return [newTask('worker', 'long', { background: true })];
    return last === 'second' ? [newTask('worker', 'short')] : [say(`On ${last}.`)];
  },
  worker: (request) => [barrier(inputsOf(request)[0] ?? ''), succeed('at last')],
});

async function openWithBackground(): Promise<{ house: House; threadId: ThreadId }> {
  const house = await openHouse({ script: withBackground, agents: team });
  const { threadId } = (await runUntilIdle(house, 'first')).thread;
  await house.model.barriers.reached('long');
  return { house, threadId };
}

async function runUntilIdle(house: House, text: string): Promise<ThreadNode> {
  const threadId = await house.open(text);
  house.retinue.start();
  return house.until(threadId, isIdle);
}

const isIdle = (_tree: unknown, { thread }: ThreadNode) => thread.status === 'idle';

for (const how of ['regenerate', 'edit'] as const) {
  test(`[D13.11][U1.4] what an earlier turn has in the background goes on through ${how}, and its notice comes`, async () => {
    const { house, threadId } = await openWithBackground();
    await using _house = house;
    await house.commands.sendMessage(house.wish(), { threadId, text: 'second' });
    await house.model.barriers.reached('short');
    const before = await house.view(threadId);
    const messageId = messageOf(before, 'second');
    if (how === 'edit') await house.commands.editMessage(house.wish(), { threadId, messageId, text: 'third' });
    else await house.commands.regenerate(house.wish(), { threadId });
    const statuses = Object.values((await house.tree(threadId)).threads).map(({ status }) => status);
    assert.deepEqual(statuses.slice(1, 3), ['active', 'cancelled'], 'what the turn itself had sent is stopped');
    house.model.barriers.release('short');
    await house.until(threadId, isIdle);
    house.model.barriers.release('long');
    const after = await house.until(threadId, (tree, view) => isIdle(tree, view) && view.thread.unread === 1);
    assert.equal(firstTask(after).status, 'success');
    assert.match(wordsOf(after).at(-1) ?? '', /^Task .* has ended: success\.\nat last/);
    await house.stop();
    assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: house.directory }), []);
  });
}

test('[D13.12][U1.4] what a turn has in the background is stopped when that very turn is replaced', async () => {
  const { house, threadId } = await openWithBackground();
  await using _house = house;
  const messageId = messageOf(await house.view(threadId), 'first');
  await house.commands.editMessage(house.wish(), { threadId, messageId, text: 'other' });
  const root = await house.until(threadId, isIdle);
  assert.deepEqual([wordsOf(root), root.tasks.length], [['other', 'On other.'], 0]);
  const statuses = Object.values((await house.tree(threadId)).threads).map(({ status }) => status);
  assert.deepEqual(statuses, ['idle', 'cancelled']);
});

test('[D13.11][U1.4] a notice of an earlier turn that came after what is replaced is told again', async () => {
  const { house, threadId } = await openWithBackground();
  await using _house = house;
  await house.commands.sendMessage(house.wish(), { threadId, text: 'next' });
  await house.until(threadId, (tree, view) => isIdle(tree, view) && view.thread.turn === 2);
  house.model.barriers.release('long');
  await house.until(threadId, (_tree, { thread }) => thread.unread === 1);
  await house.commands.regenerate(house.wish(), { threadId });
  const root = await house.until(threadId, (tree, view) => isIdle(tree, view) && view.thread.turn === 3);
  assert.equal(wordsOf(root).filter((text) => /^Task .* has ended: success/.test(text)).length, 1);
  const asked = house.model.requests.at(-1) ?? assert.fail('not asked');
  assert.match(inputsOf(asked).join('\n'), /has ended: success/);
});

test('[L12] an edited agent applies from the turn that an edit or another answer begins, and stays when it is taken back', async () => {
  const agents = [agent('boss')];
  const script: Script = (request) => [say(`${request.system} ${inputsOf(request).join(', ')}`)];
  await using house = await openHouse({ script, agents });
  const { threadId } = (await house.run('one')).thread;
  agents.splice(0, 1, { ...agent('boss', { version: 2 }), systemPrompt: 'You are new.' });
  await house.commands.regenerate(house.wish(), { threadId });
  assert.equal((await house.settled(threadId)).thread.outcome?.result, 'You are new. one');
  const messageId = messageOf(await house.view(threadId), 'one');
  await house.commands.editMessage(house.wish(), { threadId, messageId, text: 'two' });
  assert.equal((await house.settled(threadId)).thread.outcome?.result, 'You are new. two');
});

function messageOf({ thread }: ThreadNode, text: string): MessageId {
  const found = thread.items.find((item) => item.type === 'message' && item.text === text);
  return found?.type === 'message' ? found.messageId : assert.fail(`no message "${text}"`);
}

/** What a person reads in a chat. */
function wordsOf({ thread }: ThreadNode): string[] {
  return thread.items.flatMap((item) => {
    if (item.type === 'message') return item.from === 'system' ? [] : [item.text];
    return item.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  });
}
