import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageId, ThreadNode } from '@retinue/protocol';
import { fold, localWorkspaceId } from '@retinue/protocol';
import { bothStores } from '../../../../../tests/support/both-stores.ts';
import type { House } from '../../../../../tests/support/house.ts';
import { agent, allTasks, openHouse } from '../../../../../tests/support/house.ts';
import { goOn, newTask, succeed, taskIn } from '../../../../../tests/support/scripts.ts';
import { exportChat } from '../../integrity/export/export-chat.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import type { Script } from '../../models/script.ts';
import { byAgent, inputsOf } from '../../models/script.ts';
import { barrier, hang, say } from '../../models/script-lines.ts';
import type { ModelRequest } from '../../ports/model.ts';

const { stores, newDirectory } = bothStores();
const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { subAgents: ['clerk'] }), agent('clerk')];

/** Says everything that its prompt holds of instructions. */
const remembers: Script = (request) => [succeed(`knows ${inputsOf(request).join(' + ')}`)];

/** Delegates with the first message, and goes on with the same child at every message that begins with "more". */
const boss: Script = (request) => {
  const inputs = inputsOf(request);
  const delegated = delegationsIn(request);
  if (delegated >= inputs.length) return [say(`done ${delegated}`)];
  const text = inputs.at(-1) ?? '';
  return delegated === 0 ? [newTask('worker', text)] : [goOn(taskIn(request), text)];
};

function delegationsIn({ messages }: ModelRequest): number {
  const results = messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
  return results.filter(({ name }) => name === 'newTask').length;
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[D42] an edit takes back what a reactivated child was told in that turn (${kind})`, async () => {
    const store = await stores[kind]();
    const directory = await newDirectory();
    const options = { store, directory, script: byAgent({ boss, worker: remembers }), agents: team };
    await using house = await openHouse(options);
    const { threadId } = (await house.run('first')).thread;
    await tell(house, threadId, 'more secret');
    assert.equal(resultsOf(await house.view(threadId)).at(-1), 'knows first + more secret');
    const messageId = messageOf(await house.view(threadId), 'more secret');
    await house.commands.editMessage(house.wish(), { threadId, messageId, text: 'more public' });
    const root = await house.settled(threadId);
    assert.deepEqual(resultsOf(root), ['knows first', 'knows first + more public']);
    const childId = root.tasks[0]?.task.childThreadId ?? assert.fail('no child');
    const child = (await house.tree(threadId)).threads[childId] ?? assert.fail('no child');
    assert.equal(root.tasks[1]?.task.childThreadId, child.threadId, 'the same child went on');
    assert.deepEqual(await house.log.thread(localWorkspaceId, child.threadId), child, 'memory is what the log says');
    assert.ok(!JSON.stringify(child.items).includes('secret'));
    await house.stop();
    assert.deepEqual(await verifyStore(store), []);
  });
}

test('[D42] an edit without another delegation leaves the child as its earlier task left it', async () => {
  const script = byAgent({
    boss: (request) => (inputsOf(request).includes('never mind') ? [say('fine')] : boss),
    worker: remembers,
  });
  await using house = await openHouse({ script, agents: team });
  const { threadId } = (await house.run('first')).thread;
  const before = (await house.view(threadId)).tasks[0]?.child?.thread ?? assert.fail('no child');
  await tell(house, threadId, 'more secret');
  const messageId = messageOf(await house.view(threadId), 'more secret');
  await house.commands.editMessage(house.wish(), { threadId, messageId, text: 'never mind' });
  const root = await house.settled(threadId);
  const child = root.tasks[0]?.child?.thread ?? assert.fail('no child');
  assert.deepEqual(child.items, before.items);
  for (const key of ['parent', 'turn', 'status', 'resultSchema', 'grant', 'openTasks', 'openCalls'] as const) {
    assert.deepEqual(child[key], before[key], key);
  }
  assert.equal(child.outcome?.result, before.outcome?.result);
  const continued = await house.commands.sendMessage(house.wish(), { threadId: child.threadId, text: 'and you?' });
  assert.equal(continued.refusal, null, 'a person can go on with it');
  await house.until(threadId, (_tree, view) => resultsOf(view).includes('knows first + and you?'));
  const place = { workspaceId: localWorkspaceId, rootId: threadId, now: 0 };
  assert.doesNotMatch(await exportChat(house.log, place, 'markdown'), /secret/);
  assert.deepEqual(await house.findings(), []);
});

test('[D42] what a child told its own sub-agents in that turn is taken back with it, also while they work', async () => {
  const worker: Script = (request) => {
    const inputs = inputsOf(request);
    const delegated = delegationsIn(request);
    if (delegated >= inputs.length) return [succeed('passed on')];
    const text = inputs.at(-1) ?? '';
    return delegated === 0 ? [newTask('clerk', text)] : [goOn(taskIn(request), text)];
  };
  const clerk: Script = (request) =>
    inputsOf(request).includes('more secret') ? [barrier('clerk'), hang()] : remembers;
  await using house = await openHouse({
    script: byAgent({ boss, worker, clerk }),
    agents: team,
    limits: { maxDepth: 3 },
  });
  const { threadId } = (await house.run('first')).thread;
  await house.commands.sendMessage(house.wish(), { threadId, text: 'more secret' });
  await house.model.barriers.reached('clerk');
  const messageId = messageOf(await house.view(threadId), 'more secret');
  await house.commands.editMessage(house.wish(), { threadId, messageId, text: 'more public' });
  const root = await house.settled(threadId);
  const clerks = allTasks(root).filter(({ task }) => task.agentId === 'agt_clerk');
  assert.deepEqual(
    clerks.map(({ task }) => task.outcome?.result),
    ['knows first', 'knows first + more public'],
  );
  assert.ok(!JSON.stringify(clerks.map(({ child }) => child?.thread.items)).includes('secret'));
  const events = await house.events(threadId);
  for (const { task } of allTasks(root)) {
    const own = events.filter((event) => event.threadId === task.childThreadId);
    assert.deepEqual(fold(null, own), await house.log.thread(localWorkspaceId, task.childThreadId));
  }
  assert.deepEqual(await house.findings(), []);
});

async function tell(house: House, threadId: ThreadNode['thread']['threadId'], text: string): Promise<void> {
  await house.commands.sendMessage(house.wish(), { threadId, text });
  await house.settled(threadId);
}

function resultsOf(root: ThreadNode): (string | undefined)[] {
  return root.tasks.map(({ task }) => task.outcome?.result);
}

function messageOf({ thread }: ThreadNode, text: string): MessageId {
  const item = thread.items.find((candidate) => candidate.type === 'message' && candidate.text === text);
  return item?.type === 'message' ? item.messageId : assert.fail(`no message ${text}`);
}
