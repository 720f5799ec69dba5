import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { firstTask, newTask, succeed } from '../../../../../tests/support/scripts.ts';
import { byAgent, bySteps, resultsOf } from '../../models/script.ts';
import { barrier, say } from '../../models/script-lines.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
const script = byAgent({
  boss: bySteps([newTask('worker', 'long')], (request) => [say(JSON.stringify(resultsOf(request)[0]?.value))]),
  worker: [barrier('long'), succeed('at last')],
});

test('[D13.1] a running task is put into the background: its call ends, the parent goes on, and the end is a notice', async () => {
  await using house = await openHouse({ script, agents: team });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('long');
  const { taskId } = firstTask(await house.view(rootId)).task;
  const reply = await house.commands.backgroundTask(house.wish(), { taskId });
  assert.deepEqual(reply, { refusal: null, done: {} });
  const early = await house.until(rootId, (_tree, view) => view.thread.status === 'idle');
  assert.equal(early.thread.outcome?.result, JSON.stringify({ taskId, status: 'running' }));
  const again = await house.commands.backgroundTask(house.wish(), { taskId });
  assert.deepEqual(again, { refusal: null, done: {} });
  house.model.barriers.release('long');
  await house.settled(rootId);
  const events = await house.events(rootId);
  assert.equal(events.filter(({ type }) => type === 'task.backgrounded').length, 1);
  assert.equal((await house.log.readModels.chat(localWorkspaceId, rootId))?.unread, 1);
  assert.deepEqual(await house.findings(), []);
});

test('[D13.2] a task that has ended or that nobody knows is not put into the background', async () => {
  await using house = await openHouse({ script, agents: team });
  house.model.barriers.release('long');
  const root = await house.run('go');
  const { taskId } = firstTask(root).task;
  assert.equal((await house.commands.backgroundTask(house.wish(), { taskId })).refusal?.code, 'task-ended');
  const unknown = { taskId: `${taskId}_9` as typeof taskId };
  assert.equal((await house.commands.backgroundTask(house.wish(), unknown)).refusal?.code, 'no-such-task');
});

test('[D13.3] what a person has seen is read, what came later is not, and reading twice is no event', async () => {
  await using house = await openHouse({ script, agents: team });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('long');
  const { taskId } = firstTask(await house.view(rootId)).task;
  await house.commands.backgroundTask(house.wish(), { taskId });
  const early = await house.until(rootId, (_tree, view) => view.thread.status === 'idle');
  house.model.barriers.release('long');
  const late = await house.settled(rootId);
  const read = (throughSeq: number) => house.commands.markRead(house.wish(), { threadId: rootId, throughSeq });
  const unread = async () => (await house.log.readModels.chat(localWorkspaceId, rootId))?.unread;
  await read(early.thread.seq);
  assert.equal(await unread(), 1);
  await read(late.thread.seq);
  assert.equal(await unread(), 0);
  await house.commands.markRead(house.wish(), { threadId: rootId });
  const events = await house.events(rootId);
  assert.equal(events.filter(({ type }) => type === 'chat.read').length, 1);
});

test('[D13.3] a message of a person reads the chat, and the turn that it begins reads the notice', async () => {
  const twice = byAgent({
    boss: bySteps([newTask('worker', 'long', { background: true })], [say('Meanwhile.')], [say('Thanks.')]),
    worker: [barrier('long'), succeed('at last')],
  });
  await using house = await openHouse({ script: twice, agents: team });
  const threadId = await house.open('go');
  house.retinue.start();
  await house.until(threadId, (_tree, view) => view.thread.status === 'idle');
  house.model.barriers.release('long');
  assert.equal((await house.settled(threadId)).thread.unread, 1);
  await house.commands.sendMessage(house.wish(), { threadId, text: 'And?' });
  assert.equal((await house.settled(threadId)).thread.unread, 0);
  assert.match(JSON.stringify(house.model.requests.at(-1)?.messages), /at last/);
});
