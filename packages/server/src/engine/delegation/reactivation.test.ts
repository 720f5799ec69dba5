import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totalTokens } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { firstTask, goOn, newTask, succeed, taskIn, told } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, hang, say, together } from '../../../../../tests/support/scripted/script-lines.ts';
import { taskViews } from '../../views/tasks.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { subAgents: ['clerk'] }), agent('clerk')];
const heard: Script = (request) => [
  say(
    resultsOf(request)
      .map(({ value }) => told(value))
      .join(' | '),
  ),
];
const remembers: Script = (request) => [succeed(`knows ${inputsOf(request).join(' + ')}`)];

test('[D10] a finished child gets another task from its parent and works on it with its memory', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'first')], (request) => [goOn(taskIn(request), 'more')], heard),
    worker: remembers,
  });
  await using app = await openTestApp({ script, agents: team });
  const root = await app.run('go');
  assert.equal(root.thread.outcome?.result, 'success: knows first + more');
  const [first, second] = root.tasks.map(({ task }) => task);
  assert.equal(second?.childThreadId, first?.childThreadId);
  assert.deepEqual([second?.reactivates, second?.attempt, second?.retryOf], [first?.taskId, 1, null]);
  assert.notEqual(root.tasks[0]?.call.callId, root.tasks[1]?.call.callId);
  const tree = await app.tree(root.thread.threadId);
  assert.equal(Object.keys(tree.threads).length, 2, 'no second child');
  const opening = (await app.events(root.thread.threadId)).filter(({ type }) => type === 'thread.reactivated');
  assert.deepEqual(
    opening.map(({ data }) => 'parent' in data && data.parent?.taskId),
    [second?.taskId],
  );
  assert.deepEqual(await app.findings(), []);
});

test("[D10.1] the call, the task and the child's reactivation are one append", async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'first')], (request) => [goOn(taskIn(request), 'more')], heard),
    worker: remembers,
  });
  await using app = await openTestApp({ script, agents: team });
  const commits: string[][] = [];
  using _subscription = app.log.subscribe(({ events }) => commits.push(events.map(({ type }) => type)));
  await app.run('go');
  const reactivating = commits.filter((types) => types.includes('thread.reactivated'));
  assert.equal(reactivating.length, 1);
  for (const type of ['call.requested', 'task.opened', 'message.received']) assert.ok(reactivating[0]?.includes(type));
});

test('[D2.4][D10.2] reactivating a running child or an unknown one, or giving both ids, is a tool error', async () => {
  const script = byAgent({
    boss: bySteps(
      [together(newTask('worker', 'done'), newTask('worker', 'slow', { background: true }))],
      (request) => [
        together(
          goOn(taskIn(request, 1), 'hurry'),
          goOn('task_nobody', 'more'),
          goOn(taskIn(request), 'more', { subAgentId: 'agt_worker' }),
          call('newTask', { task: 'whom?' }),
          goOn(taskIn(request), 'go on'),
          goOn(taskIn(request), 'and on'),
        ),
      ],
      (request) => [
        say(
          resultsOf(request)
            .map(({ value }) => told(value))
            .join('\n'),
        ),
      ],
    ),
    worker: (request) => (inputsOf(request)[0] === 'slow' ? [barrier('slow'), hang()] : remembers),
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  const root = await app.until(rootId, (_tree, view) => view.thread.status === 'idle');
  const lines = root.thread.outcome?.result.split('\n') ?? [];
  const [done, slow] = root.tasks.map(({ task }) => task.taskId);
  assert.match(lines[0] ?? '', new RegExp(`^Task ${slow} has not ended`));
  assert.match(lines[1] ?? '', new RegExp(`no task "task_nobody".*Your ended tasks: ${done}\\.`));
  assert.match(lines[2] ?? '', /either subAgentId.*or taskId.*not both/);
  assert.match(lines[3] ?? '', /either subAgentId.*or taskId/);
  assert.equal(lines[4], 'success: knows done + go on');
  assert.match(lines[5] ?? '', new RegExp(`The agent of task ${done} works on task_.* has not ended`));
  assert.deepEqual(await app.findings(), []);
});

test('[D10.5] the limit on tasks of a turn includes reactivated children', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'first')], (request) => [goOn(taskIn(request), 'more')], heard),
    worker: remembers,
  });
  await using app = await openTestApp({ script, agents: team, limits: { maxTasksPerTurn: 1 } });
  const root = await app.run('go');
  assert.match(root.thread.outcome?.result ?? '', /has reached its limit of 1 task\./);
});

test('[D18] a reactivation with the task of a running sibling is refused, naming it', async () => {
  const script = byAgent({
    boss: bySteps(
      [together(newTask('worker', 'first'), newTask('worker', 'more', { background: true }))],
      (request) => [goOn(taskIn(request), ' More')],
      heard,
    ),
    worker: (request) => (inputsOf(request)[0] === 'more' ? [barrier('more'), hang()] : remembers),
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  const root = await app.until(rootId, (_tree, view) => view.thread.status === 'idle');
  const twin = root.tasks[1]?.task.taskId;
  assert.equal(
    root.thread.outcome?.result,
    `Task ${twin} is already running with exactly this instruction. Wait for its result.`,
  );
});

test("[D10.3] a person's message to a finished child is another task under the same call, and its result starts a turn of the parent", async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'first')], heard, (request) => [say(`Now: ${inputsOf(request).at(-1)}`)]),
    worker: remembers,
  });
  await using app = await openTestApp({ script, agents: team });
  const before = await app.run('go');
  const { task, call: asked } = firstTask(before);
  const words = { threadId: task.childThreadId, text: 'And the year after?' };
  assert.equal((await app.commands.sendMessage(app.context(), words)).refusal, null);
  const root = await app.until(
    before.thread.threadId,
    (_tree, view) => view.thread.steps === 3 && view.thread.status === 'idle',
  );
  const [first, second] = root.tasks;
  assert.deepEqual(
    [second?.call.callId, second?.task.reactivates, second?.task.retryOf, second?.task.childThreadId, second?.status],
    [asked.callId, first?.task.taskId, null, task.childThreadId, 'success'],
  );
  assert.match(
    root.thread.outcome?.result ?? '',
    /has ended: success\.\nA person's message: And the year after\?\nknows/,
  );
  assert.doesNotMatch(root.thread.outcome?.result ?? '', /attempt/);
  assert.deepEqual(await app.findings(), []);
});

test('[D10.4] if the parent has ended as well, only the end of the task is recorded', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'first')], heard),
    worker: bySteps([newTask('clerk', 'small')], remembers),
    clerk: remembers,
  });
  await using app = await openTestApp({ script, agents: team, limits: { maxDepth: 2 } });
  const before = await app.run('go');
  const clerk = firstTask(firstTask(before).child ?? assert.fail('no child')).task;
  const requests = app.model.requests.length;
  await app.commands.sendMessage(app.context(), { threadId: clerk.childThreadId, text: 'more' });
  const root = await app.until(before.thread.threadId, (_tree, view) => {
    const worker = firstTask(view).child;
    return worker?.tasks.length === 2 && worker.tasks[1]?.status === 'success';
  });
  assert.equal(root.thread.status, 'idle');
  assert.equal(firstTask(root).child?.thread.status, 'completed');
  await app.settled(before.thread.threadId);
  assert.equal(app.model.requests.length, requests + 1, 'nobody but the child itself worked');
  assert.deepEqual(await app.findings(), []);
});

test('[D10.6] a reactivated child that fails continues with its memory when its task is retried', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'first')], (request) => [goOn(taskIn(request), 'more')], heard, [say('Good.')]),
    worker: bySteps(remembers, [call('taskResult', { result: 'no', status: 'error' })], remembers),
  });
  await using app = await openTestApp({ script, agents: team });
  const failed = await app.run('go');
  const second = failed.tasks[1]?.task ?? assert.fail('no task');
  const reply = await app.commands.retryTask(app.context(), { taskId: second.taskId, instruction: null });
  assert.equal(reply.refusal, null);
  const root = await app.until(
    failed.thread.threadId,
    (_tree, view) => view.thread.steps === 4 && view.thread.status === 'idle',
  );
  const third = root.tasks[2]?.task;
  assert.deepEqual([third?.childThreadId, third?.retryOf, third?.attempt], [second.childThreadId, second.taskId, 2]);
  assert.equal(third?.outcome?.result, 'knows first + more + more');
  assert.deepEqual(await app.findings(), []);
});

test('[D10.7] stopping an earlier task of a child does not affect its current one', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'first')], (request) => [goOn(taskIn(request), 'more')], heard),
    worker: bySteps(remembers, [barrier('more'), succeed('both')]),
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('more');
  const { taskId } = firstTask(await app.view(rootId)).task;
  const reply = await app.commands.cancelTask(app.context(), { taskId });
  assert.equal(reply.refusal?.code, 'nothing-to-cancel');
  app.model.barriers.release('more');
  assert.equal((await app.settled(rootId)).thread.outcome?.result, 'success: both');
});

test('[E6.2] two tasks of one child are two costs, which add up to that of its thread', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'first')], (request) => [goOn(taskIn(request), 'more')], heard),
    worker: bySteps([newTask('clerk', 'small')], remembers, [newTask('clerk', 'smaller')], remembers),
    clerk: remembers,
  });
  await using app = await openTestApp({ script, agents: team, limits: { maxDepth: 2 } });
  const root = await app.run('go');
  const tree = await app.tree(root.thread.threadId);
  const below = Object.values(tree.threads).filter(({ parent }) => parent);
  const sum = below.reduce((total, { usage }) => total + totalTokens(usage), 0);
  const ofTasks = root.tasks.map(({ task }) => (task.outcome ? totalTokens(task.outcome.usage) : 0));
  assert.equal(ofTasks[0] && ofTasks[1] && ofTasks[0] + ofTasks[1], sum);
  assert.equal(totalTokens(root.usage), sum + totalTokens(root.thread.usage));
  const listed = taskViews(tree).filter(({ type }) => type === 'agent');
  assert.equal(new Set(listed.map(({ taskId }) => taskId)).size, 4, 'each once');
  assert.equal(listed.length, 4);
  const direct = listed.filter(({ threadId }) => threadId === root.thread.threadId);
  assert.deepEqual(
    direct.map(({ usage }) => totalTokens(usage)),
    ofTasks,
  );
});
