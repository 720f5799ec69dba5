import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget } from '@retinue/protocol';
import { agentIdOf } from '@retinue/protocol';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, firstTask, newTask, succeed } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, inputsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, hang, say, together, usage } from '../../../../../tests/support/scripted/script-lines.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { subAgents: ['clerk'] }), agent('clerk')];
const failing = call('taskResult', { result: 'no luck', status: 'error' });

test('[D12.6] a failed task is retried with an edited instruction as attempt 2 under the same call, and the parent takes a turn', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'try')], [say('It failed.')], (request) => [
      say(`Now: ${inputsOf(request).at(-1)}`),
    ]),
    worker: (request) => (inputsOf(request)[0] === 'try' ? [failing] : [succeed('better')]),
  });
  await using app = await openTestApp({ script, agents: team });
  const failed = await app.run('go');
  const { taskId } = firstTask(failed).task;
  const reply = await app.commands.retryTask(app.context(), { taskId, instruction: 'try harder' });
  assert.deepEqual(reply, { refusal: null, done: { taskId: `${taskId}_2` } });
  const root = await app.until(
    failed.thread.threadId,
    (_tree, view) => view.thread.steps === 3 && view.thread.status === 'idle',
  );
  assert.deepEqual(
    root.tasks.map(({ status, task, call: asked }) => [status, task.attempt, task.retryOf, asked.callId]),
    [
      ['failed', 1, null, firstTask(failed).call.callId],
      ['success', 2, taskId, firstTask(failed).call.callId],
    ],
  );
  assert.equal(firstTask(root).call.status, 'failed', 'a call never gets a second result');
  assert.match(root.thread.outcome?.result ?? '', /attempt 2, has ended: success\.\nbetter/);
});

test('[D12.7] a hanging task is retried while its call is open: the result goes to that call', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'stuck']),
    worker: (request) => (inputsOf(request)[0] === 'stuck' ? [barrier('stuck'), hang()] : [succeed('freed')]),
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('stuck');
  const { taskId } = firstTask(await app.view(rootId)).task;
  await app.commands.retryTask(app.context(), { taskId, instruction: 'again' });
  const root = await app.settled(rootId);
  assert.deepEqual(
    root.tasks.map(({ status }) => status),
    ['cancelled', 'success'],
  );
  assert.equal(root.thread.outcome?.result, 'Heard: success: freed');
});

test('[D12.8] a retry is refused for a task that succeeded, has a later attempt, or is unknown', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'try')], [say('Failed.')], [say('Failed again.')]),
    worker: [failing],
  });
  await using app = await openTestApp({ script, agents: team });
  const failed = await app.run('go');
  const { taskId } = firstTask(failed).task;
  await app.commands.retryTask(app.context(), { taskId, instruction: null });
  await app.until(failed.thread.threadId, (_tree, view) => view.thread.steps === 3 && view.thread.status === 'idle');
  const again = await app.commands.retryTask(app.context(), { taskId, instruction: null });
  assert.equal(again.refusal?.code, 'task-retried');
  const unknown = await app.commands.retryTask(app.context(), {
    taskId: `${taskId}_9` as typeof taskId,
    instruction: null,
  });
  assert.equal(unknown.refusal?.code, 'no-such-task');
});

test('[D12.8] a task whose parent has ended is not retried: nothing waits for its result', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'one']),
    worker: bySteps([newTask('clerk', 'two')], [succeed('without it')]),
    clerk: [failing],
  });
  await using app = await openTestApp({ script, agents: team, limits: { maxDepth: 2 } });
  const root = await app.run('go');
  const nested = firstTask(firstTask(root).child ?? assert.fail('no child'));
  const reply = await app.commands.retryTask(app.context(), { taskId: nested.task.taskId, instruction: null });
  assert.equal(reply.refusal?.code, 'parent-ended');
});

const tokens = (most: number): Budget => ({ tokens: most, costMicros: null, workMs: null, calls: null, tasks: null });
const costly = usage({ inputTokens: 6900, outputTokens: 100 });

async function openWith(app: TestApp, budget: Budget) {
  const opened = await app.commands.openChat(app.context(), { agentId: agentIdOf('boss'), text: 'go', budget });
  if (opened.refusal) throw new Error(opened.refusal.code);
  app.retinue.start();
  return opened.done.threadId;
}

test('[D17.7] a retry after the turn has the budget of a turn, however little the last one left', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'try')], [say('It failed.')], [say('Well.')]),
    worker: (request) => (inputsOf(request)[0] === 'try' ? [failing, costly] : [succeed('better')]),
  });
  const cautious = { ...agent('boss', { subAgents: ['worker'] }), budget: tokens(9000) };
  await using app = await openTestApp({ script, agents: [cautious, ...team.slice(1)] });
  const rootId = await openWith(app, tokens(8000));
  const failed = await app.until(rootId, (_tree, { thread }) => thread.outcome !== null);
  const { taskId } = firstTask(failed).task;
  const reply = await app.commands.retryTask(app.context(), { taskId, instruction: 'again' });
  assert.equal(reply.refusal, null);
  const root = await app.until(rootId, (_tree, { tasks }) => tasks[1]?.task.outcome !== undefined);
  assert.deepEqual(root.tasks[1]?.task.grant, tokens(8000));
  const settled = await app.until(rootId, (_tree, { tasks }) => tasks[1]?.status === 'success');
  assert.equal(settled.tasks[1]?.task.outcome?.result, 'better');
  assert.deepEqual(await app.findings(), []);
});

test('[D17.6] a retry is refused with the reason if the running turn has no remainder, and nothing changes', async () => {
  const script = byAgent({
    boss: bySteps([together(newTask('worker', 'try'), newTask('worker', 'slow'))], [say('Well.')]),
    worker: (request) => (inputsOf(request)[0] === 'try' ? [failing, costly] : [barrier('slow'), succeed('there')]),
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await openWith(app, tokens(8000));
  await app.model.barriers.reached('slow');
  const before = await app.until(rootId, (_tree, view) => firstTask(view).status === 'failed');
  const { taskId } = firstTask(before).task;
  const reply = await app.commands.retryTask(app.context(), { taskId, instruction: null });
  assert.equal(reply.refusal?.code, 'budget-spent');
  assert.equal(reply.refusal.code, 'budget-spent');
  assert.equal((await app.view(rootId)).thread.seq, before.thread.seq);
  app.model.barriers.release('slow');
  await app.until(rootId, (_tree, { thread }) => thread.outcome !== null);
  assert.equal((await app.commands.retryTask(app.context(), { taskId, instruction: null })).refusal, null);
});
