import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageId, ThreadNode } from '@retinue/protocol';
import { fold, localWorkspaceId } from '@retinue/protocol';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, allTasks, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { goOn, newTask, succeed, taskIn } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, inputsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, hang, say } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import { exportText } from '../../../../../tests/support/stores/export-text.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import type { ModelRequest } from '../../ports/engine/model.ts';

const { stores, newDirectory } = bothStores();
const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { subAgents: ['clerk'] }), agent('clerk')];

/** Repeats all instructions of its prompt. */
const remembers: Script = (request) => [succeed(`knows ${inputsOf(request).join(' + ')}`)];

/** Delegates with the first message, and reactivates the same child at every message that starts with "more". */
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
  test(`[D42] an edit takes back the task of a reactivated child in that turn (${kind})`, async () => {
    const store = await stores[kind]();
    const directory = await newDirectory();
    const options = { store, directory, script: byAgent({ boss, worker: remembers }), agents: team };
    await using app = await openTestApp(options);
    const { threadId } = (await app.run('first')).thread;
    await tell(app, threadId, 'more secret');
    assert.equal(resultsOf(await app.view(threadId)).at(-1), 'knows first + more secret');
    const messageId = messageOf(await app.view(threadId), 'more secret');
    await app.commands.editMessage(app.context(), { threadId, messageId, text: 'more public' });
    const root = await app.settled(threadId);
    assert.deepEqual(resultsOf(root), ['knows first', 'knows first + more public']);
    const childId = root.tasks[0]?.task.childThreadId ?? assert.fail('no child');
    const child = (await app.tree(threadId)).threads[childId] ?? assert.fail('no child');
    assert.equal(root.tasks[1]?.task.childThreadId, child.threadId, 'the same child went on');
    assert.deepEqual(await app.log.thread(localWorkspaceId, child.threadId), child, 'memory is what the log says');
    assert.ok(!JSON.stringify(child.items).includes('secret'));
    await app.stop();
    assert.deepEqual(await verifyStore(store), []);
  });
}

test('[D42] an edit without another delegation leaves the child as its earlier task left it', async () => {
  const script = byAgent({
    boss: (request) => (inputsOf(request).includes('never mind') ? [say('fine')] : boss),
    worker: remembers,
  });
  await using app = await openTestApp({ script, agents: team });
  const { threadId } = (await app.run('first')).thread;
  const before = (await app.view(threadId)).tasks[0]?.child?.thread ?? assert.fail('no child');
  await tell(app, threadId, 'more secret');
  const messageId = messageOf(await app.view(threadId), 'more secret');
  await app.commands.editMessage(app.context(), { threadId, messageId, text: 'never mind' });
  const root = await app.settled(threadId);
  const child = root.tasks[0]?.child?.thread ?? assert.fail('no child');
  assert.deepEqual(child.items, before.items);
  for (const key of ['parent', 'turn', 'status', 'resultSchema', 'grant', 'openTasks', 'openCalls'] as const) {
    assert.deepEqual(child[key], before[key], key);
  }
  assert.equal(child.outcome?.result, before.outcome?.result);
  const continued = await app.commands.sendMessage(app.context(), { threadId: child.threadId, text: 'and you?' });
  assert.equal(continued.refusal, null, 'a person can go on with it');
  await app.until(threadId, (_tree, view) => resultsOf(view).includes('knows first + and you?'));
  const place = { workspaceId: localWorkspaceId, rootId: threadId, now: 0 };
  assert.doesNotMatch(await exportText(app.log, place, 'markdown'), /secret/);
  assert.deepEqual(await app.findings(), []);
});

test("[D42] the child's own delegations in that turn are taken back with it, also while they run", async () => {
  const worker: Script = (request) => {
    const inputs = inputsOf(request);
    const delegated = delegationsIn(request);
    if (delegated >= inputs.length) return [succeed('passed on')];
    const text = inputs.at(-1) ?? '';
    return delegated === 0 ? [newTask('clerk', text)] : [goOn(taskIn(request), text)];
  };
  const clerk: Script = (request) =>
    inputsOf(request).includes('more secret') ? [barrier('clerk'), hang()] : remembers;
  await using app = await openTestApp({
    script: byAgent({ boss, worker, clerk }),
    agents: team,
    limits: { maxDepth: 3 },
  });
  const { threadId } = (await app.run('first')).thread;
  await app.commands.sendMessage(app.context(), { threadId, text: 'more secret' });
  await app.model.barriers.reached('clerk');
  const messageId = messageOf(await app.view(threadId), 'more secret');
  await app.commands.editMessage(app.context(), { threadId, messageId, text: 'more public' });
  const root = await app.settled(threadId);
  const clerks = allTasks(root).filter(({ task }) => task.agentId === 'agt_clerk');
  assert.deepEqual(
    clerks.map(({ task }) => task.outcome?.result),
    ['knows first', 'knows first + more public'],
  );
  assert.ok(!JSON.stringify(clerks.map(({ child }) => child?.thread.items)).includes('secret'));
  const events = await app.events(threadId);
  for (const { task } of allTasks(root)) {
    const own = events.filter((event) => event.threadId === task.childThreadId);
    assert.deepEqual(fold(null, own), await app.log.thread(localWorkspaceId, task.childThreadId));
  }
  assert.deepEqual(await app.findings(), []);
});

async function tell(app: TestApp, threadId: ThreadNode['thread']['threadId'], text: string): Promise<void> {
  await app.commands.sendMessage(app.context(), { threadId, text });
  await app.settled(threadId);
}

function resultsOf(root: ThreadNode): (string | undefined)[] {
  return root.tasks.map(({ task }) => task.outcome?.result);
}

function messageOf({ thread }: ThreadNode, text: string): MessageId {
  const item = thread.items.find((candidate) => candidate.type === 'message' && candidate.text === text);
  return item?.type === 'message' ? item.messageId : assert.fail(`no message ${text}`);
}
