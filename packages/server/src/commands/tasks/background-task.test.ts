import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { firstTask, newTask, succeed } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, say } from '../../../../../tests/support/scripted/script-lines.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
const script = byAgent({
  boss: bySteps([newTask('worker', 'long')], (request) => [say(JSON.stringify(resultsOf(request)[0]?.value))]),
  worker: [barrier('long'), succeed('at last')],
});

test('[D13.1] a running task is moved to the background: its call ends, the parent continues, and the end is a notice', async () => {
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('long');
  const { taskId } = firstTask(await app.view(rootId)).task;
  const reply = await app.commands.backgroundTask(app.context(), { taskId });
  assert.deepEqual(reply, { refusal: null, done: {} });
  const early = await app.until(rootId, (_tree, view) => view.thread.status === 'idle');
  assert.equal(early.thread.outcome?.result, JSON.stringify({ taskId, status: 'running' }));
  const again = await app.commands.backgroundTask(app.context(), { taskId });
  assert.deepEqual(again, { refusal: null, done: {} });
  app.model.barriers.release('long');
  await app.settled(rootId);
  const events = await app.events(rootId);
  assert.equal(events.filter(({ type }) => type === 'task.backgrounded').length, 1);
  assert.equal((await app.log.readModels.chat(localWorkspaceId, rootId))?.unread, 1);
  assert.deepEqual(await app.findings(), []);
});

test('[D13.2] an ended or unknown task is not moved to the background', async () => {
  await using app = await openTestApp({ script, agents: team });
  app.model.barriers.release('long');
  const root = await app.run('go');
  const { taskId } = firstTask(root).task;
  assert.equal((await app.commands.backgroundTask(app.context(), { taskId })).refusal?.code, 'task-ended');
  const unknown = { taskId: `${taskId}_9` as typeof taskId };
  assert.equal((await app.commands.backgroundTask(app.context(), unknown)).refusal?.code, 'no-such-task');
});

test('[D13.3] notices up to the visible place are read, later ones are not, and reading twice is no event', async () => {
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('long');
  const { taskId } = firstTask(await app.view(rootId)).task;
  await app.commands.backgroundTask(app.context(), { taskId });
  const early = await app.until(rootId, (_tree, view) => view.thread.status === 'idle');
  app.model.barriers.release('long');
  const late = await app.settled(rootId);
  const read = (throughSeq: number) => app.commands.markRead(app.context(), { threadId: rootId, throughSeq });
  const unread = async () => (await app.log.readModels.chat(localWorkspaceId, rootId))?.unread;
  await read(early.thread.seq);
  assert.equal(await unread(), 1);
  await read(late.thread.seq);
  assert.equal(await unread(), 0);
  await app.commands.markRead(app.context(), { threadId: rootId });
  const events = await app.events(rootId);
  assert.equal(events.filter(({ type }) => type === 'chat.read').length, 1);
});

test("[D13.3] a person's message reads the chat, and the turn that it starts reads the notice", async () => {
  const twice = byAgent({
    boss: bySteps([newTask('worker', 'long', { background: true })], [say('Meanwhile.')], [say('Thanks.')]),
    worker: [barrier('long'), succeed('at last')],
  });
  await using app = await openTestApp({ script: twice, agents: team });
  const threadId = await app.open('go');
  app.retinue.start();
  await app.until(threadId, (_tree, view) => view.thread.status === 'idle');
  app.model.barriers.release('long');
  assert.equal((await app.settled(threadId)).thread.unread, 1);
  await app.commands.sendMessage(app.context(), { threadId, text: 'And?' });
  assert.equal((await app.settled(threadId)).thread.unread, 0);
  assert.match(JSON.stringify(app.model.requests.at(-1)?.messages), /at last/);
});
