import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget } from '@retinue/protocol';
import { agentIdOf, wordsOf } from '@retinue/protocol';
import type { House } from '../../../../../tests/support/house.ts';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { delegating, firstTask, newTask, succeed } from '../../../../../tests/support/scripts.ts';
import { byAgent, bySteps, inputsOf } from '../../models/script.ts';
import { barrier, call, hang, say, together, usage } from '../../models/script-lines.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { subAgents: ['clerk'] }), agent('clerk')];
const failing = call('taskResult', { result: 'no luck', status: 'error' });

test('[D12.6] a failed task is retried with an edited instruction as attempt 2 under the same call, and the parent takes a turn', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'try')], [say('It failed.')], (request) => [
      say(`Now: ${inputsOf(request).at(-1)}`),
    ]),
    worker: (request) => (inputsOf(request)[0] === 'try' ? [failing] : [succeed('better')]),
  });
  await using house = await openHouse({ script, agents: team });
  const failed = await house.run('go');
  const { taskId } = firstTask(failed).task;
  const reply = await house.commands.retryTask(house.wish(), { taskId, instruction: 'try harder' });
  assert.deepEqual(reply, { refusal: null, done: { taskId: `${taskId}_2` } });
  const root = await house.until(
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

test('[D12.7] a task that hangs is retried while its call is open: the result goes to that call', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'stuck']),
    worker: (request) => (inputsOf(request)[0] === 'stuck' ? [barrier('stuck'), hang()] : [succeed('freed')]),
  });
  await using house = await openHouse({ script, agents: team });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('stuck');
  const { taskId } = firstTask(await house.view(rootId)).task;
  await house.commands.retryTask(house.wish(), { taskId, instruction: 'again' });
  const root = await house.settled(rootId);
  assert.deepEqual(
    root.tasks.map(({ status }) => status),
    ['cancelled', 'success'],
  );
  assert.equal(root.thread.outcome?.result, 'Heard: success: freed');
});

test('[D12.8] a retry is refused for a task that succeeded, that has a later attempt, or that nobody knows', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'try')], [say('Failed.')], [say('Failed again.')]),
    worker: [failing],
  });
  await using house = await openHouse({ script, agents: team });
  const failed = await house.run('go');
  const { taskId } = firstTask(failed).task;
  await house.commands.retryTask(house.wish(), { taskId, instruction: null });
  await house.until(failed.thread.threadId, (_tree, view) => view.thread.steps === 3 && view.thread.status === 'idle');
  const again = await house.commands.retryTask(house.wish(), { taskId, instruction: null });
  assert.equal(again.refusal?.code, 'task-retried');
  const unknown = await house.commands.retryTask(house.wish(), {
    taskId: `${taskId}_9` as typeof taskId,
    instruction: null,
  });
  assert.equal(unknown.refusal?.code, 'no-such-task');
});

test('[D12.8] a task whose parent has ended is not retried by itself: nothing waits for its result', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'one']),
    worker: bySteps([newTask('clerk', 'two')], [succeed('without it')]),
    clerk: [failing],
  });
  await using house = await openHouse({ script, agents: team, limits: { maxDepth: 2 } });
  const root = await house.run('go');
  const nested = firstTask(firstTask(root).child ?? assert.fail('no child'));
  const reply = await house.commands.retryTask(house.wish(), { taskId: nested.task.taskId, instruction: null });
  assert.equal(reply.refusal?.code, 'parent-ended');
});

const tokens = (most: number): Budget => ({ tokens: most, costMicros: null, workMs: null, calls: null, tasks: null });
const costly = usage({ inputTokens: 6900, outputTokens: 100 });

async function openWith(house: House, budget: Budget) {
  const opened = await house.commands.openChat(house.wish(), { agentId: agentIdOf('boss'), text: 'go', budget });
  if (opened.refusal) throw new Error(wordsOf(opened.refusal));
  house.retinue.start();
  return opened.done.threadId;
}

test('[D17.7] a retry after the turn is a wish of its own: it may spend what a turn may, however little the last one left', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'try')], [say('It failed.')], [say('Well.')]),
    worker: (request) => (inputsOf(request)[0] === 'try' ? [failing, costly] : [succeed('better')]),
  });
  const cautious = { ...agent('boss', { subAgents: ['worker'] }), budget: tokens(9000) };
  await using house = await openHouse({ script, agents: [cautious, ...team.slice(1)] });
  const rootId = await openWith(house, tokens(8000));
  const failed = await house.until(rootId, (_tree, { thread }) => thread.outcome !== null);
  const { taskId } = firstTask(failed).task;
  const reply = await house.commands.retryTask(house.wish(), { taskId, instruction: 'again' });
  assert.equal(reply.refusal, null);
  const root = await house.until(rootId, (_tree, { tasks }) => tasks[1]?.task.outcome !== undefined);
  assert.deepEqual(root.tasks[1]?.task.grant, tokens(8000));
  const settled = await house.until(rootId, (_tree, { tasks }) => tasks[1]?.status === 'success');
  assert.equal(settled.tasks[1]?.task.outcome?.result, 'better');
  assert.deepEqual(await house.findings(), []);
});

test('[D17.6] a retry for which the turn at work has nothing left is refused in words, and nothing is changed', async () => {
  const script = byAgent({
    boss: bySteps([together(newTask('worker', 'try'), newTask('worker', 'slow'))], [say('Well.')]),
    worker: (request) => (inputsOf(request)[0] === 'try' ? [failing, costly] : [barrier('slow'), succeed('there')]),
  });
  await using house = await openHouse({ script, agents: team });
  const rootId = await openWith(house, tokens(8000));
  await house.model.barriers.reached('slow');
  const before = await house.until(rootId, (_tree, view) => firstTask(view).status === 'failed');
  const { taskId } = firstTask(before).task;
  const reply = await house.commands.retryTask(house.wish(), { taskId, instruction: null });
  assert.equal(reply.refusal?.code, 'budget-spent');
  assert.match(wordsOf(reply.refusal), /budget.*is left.*its turn is over/s);
  assert.equal((await house.view(rootId)).thread.seq, before.thread.seq);
  house.model.barriers.release('slow');
  await house.until(rootId, (_tree, { thread }) => thread.outcome !== null);
  assert.equal((await house.commands.retryTask(house.wish(), { taskId, instruction: null })).refusal, null);
});
