import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCall } from '@retinue/protocol';
import { agent, allTasks, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, firstTask, newTask, succeed, told } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, say, together } from '../../../../../tests/support/scripted/script-lines.ts';

const team = [
  agent('boss', { subAgents: ['worker', 'clerk'] }),
  agent('worker', { subAgents: ['clerk'] }),
  agent('clerk', { subAgents: ['boss'] }),
];

test('[D2][D2.3] an agent with sub-agents gets one newTask tool and a prompt that list each by id, name and description', async () => {
  await using app = await openTestApp({ script: byAgent({ boss: [say('hello')] }), agents: team });
  await app.run('hi');
  const [request] = app.model.requests;
  const offers = request?.tools.filter(({ name }) => name === 'newTask') ?? [];
  assert.equal(offers.length, 1);
  for (const line of ['agt_worker · worker: Does what a worker does', 'agt_clerk · clerk: Does what a clerk does']) {
    assert.ok(offers[0]?.description.includes(line));
    assert.ok(request?.system.includes(line));
  }
});

test('[D2.1] an unknown agent id is a tool error that names the valid ones, and the turn continues', async () => {
  const script = byAgent({
    boss: (request) =>
      resultsOf(request).length === 0 ? [newTask('nobody', 'x')] : [say(told(resultsOf(request)[0]?.value ?? null))],
  });
  await using app = await openTestApp({ script, agents: team });
  const root = await app.run('go');
  assert.match(root.thread.outcome?.result ?? '', /no agent "agt_nobody".*agt_worker, agt_clerk/);
  assert.equal(root.tasks.length, 0);
});

test('[D3] call, task, child thread and its first messages are one append, before the child takes a step', async () => {
  const script = byAgent({ boss: delegating(['worker', 'look north']), worker: [succeed('seen')] });
  await using app = await openTestApp({ script, agents: team });
  const commits: string[][] = [];
  using _subscription = app.log.subscribe(({ events }) => commits.push(events.map(({ type }) => type)));
  const root = await app.run('go');
  const commit = commits.find((types) => types.includes('task.opened')) ?? [];
  assert.deepEqual(commit, [
    'step.ended',
    'call.requested',
    'task.opened',
    'thread.opened',
    'message.received',
    'message.received',
  ]);
  const { task, call: asked } = firstTask(root);
  const requested = (await app.events(root.thread.threadId)).find(({ type }) => type === 'call.requested');
  assert.deepEqual(requested?.data, {
    callId: asked.callId,
    step: 1,
    name: 'newTask',
    args: { task: 'look north', subAgentId: 'agt_worker' },
    effect: 'idempotent',
    taskId: task.taskId,
    subAgentThreadId: task.childThreadId,
  });
});

test('[L2] the link can be followed both ways: from the call to the child and from the child to the call', async () => {
  const script = byAgent({ boss: delegating(['worker', 'look north']), worker: [succeed('seen')] });
  await using app = await openTestApp({ script, agents: team });
  const root = await app.run('go');
  const child = firstTask(root).child?.thread ?? assert.fail('no child');
  const link = child.parent ?? assert.fail('no link up');
  assert.equal(link.threadId, root.thread.threadId);
  assert.equal(findCall(root.thread, link.step, link.callId)?.tasks[0]?.childThreadId, child.threadId);
});

test('[D4] a child sees its own prompt and the instruction, and nothing of its parent', async () => {
  const script = byAgent({ boss: delegating(['worker', 'look north']), worker: [succeed('seen')] });
  await using app = await openTestApp({ script, agents: team });
  await app.run('a secret wish');
  const request = app.model.requests.find(({ place }) => place.agentId === 'agt_worker');
  assert.deepEqual(request?.messages, [{ role: 'user', text: 'look north' }]);
  assert.match(request?.system ?? '', /^You are worker\./);
  assert.doesNotMatch(JSON.stringify(request), /secret/);
});

test('[D7] two calls to the same agent in one step are two tasks that run in parallel', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'north'], ['worker', 'south']),
    worker: (request) => [barrier('both'), succeed(`seen ${inputsOf(request)[0]}`)],
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('look around');
  app.retinue.start();
  await app.model.barriers.reached('both', 2);
  app.model.barriers.release('both');
  const root = await app.settled(rootId);
  assert.deepEqual(
    root.tasks.map((task) => [task.status, task.task.instruction]),
    [
      ['success', 'north'],
      ['success', 'south'],
    ],
  );
  assert.equal(root.thread.outcome?.result, 'Heard: success: seen north | success: seen south');
  assert.equal(root.thread.status, 'idle');
});

test('[D7.1] a limited number of children of a tree run at once; the others wait with a visible place', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const script = byAgent({
    boss: delegating(...names.map((name): [string, string] => ['worker', name])),
    worker: [barrier('gate'), succeed('done')],
  });
  await using app = await openTestApp({ script, agents: team, limits: { maxChildrenAtOnce: 2 } });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('gate', 2);
  const before = await app.view(rootId);
  assert.deepEqual(
    before.tasks.map(({ status, queuePlace }) => [status, queuePlace]),
    [
      ['running', null],
      ['running', null],
      ['pending', 1],
      ['pending', 2],
    ],
  );
  app.model.barriers.release('gate');
  const after = await app.settled(rootId);
  assert.deepEqual(
    after.tasks.map(({ status }) => status),
    ['success', 'success', 'success', 'success'],
  );
});

test('[D7.2] a turn opens a limited number of tasks, and a call beyond that gets an error that says so', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'a'], ['worker', 'b'], ['worker', 'c']),
    worker: [succeed('done')],
  });
  await using app = await openTestApp({ script, agents: team, limits: { maxTasksPerTurn: 2 } });
  const root = await app.run('go');
  assert.equal(root.tasks.length, 2);
  assert.match(root.thread.outcome?.result ?? '', /reached its limit of 2 tasks/);
});

test('[D8.1] at the depth limit newTask is not offered, and the prompt says why', async () => {
  const script = byAgent({ boss: delegating(['worker', 'go deeper']), worker: [succeed('flat')] });
  await using app = await openTestApp({ script, agents: team, limits: { maxDepth: 1 } });
  await app.run('go');
  const request = app.model.requests.find(({ place }) => place.agentId === 'agt_worker');
  assert.ok(!request?.tools.some(({ name }) => name === 'newTask'));
  assert.match(request?.system ?? '', /agt_clerk.*nested at most 1 deep/);
});

test('[D8] tasks nest as deep as the workspace allows, and an agent on the path to the root is not offered again', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'one']),
    worker: delegating(['clerk', 'two']),
    clerk: [succeed('bottom')],
  });
  await using app = await openTestApp({ script, agents: team, limits: { maxDepth: 3 } });
  const root = await app.run('go');
  assert.deepEqual(
    allTasks(root).map(({ child }) => [child?.thread.agent.name, child?.thread.depth]),
    [
      ['worker', 1],
      ['clerk', 2],
    ],
  );
  const clerk = app.model.requests.find(({ place }) => place.agentId === 'agt_clerk');
  assert.ok(!clerk?.tools.some(({ name }) => name === 'newTask'));
  assert.match(clerk?.system ?? '', /agt_boss.*already on the path/);
  assert.equal(root.thread.outcome?.result, 'Heard: success: Heard: success: bottom');
});

test('[D9] a result returns to the exact call that requested it, in one append with the end of the child', async () => {
  const script = byAgent({ boss: delegating(['worker', 'a']), worker: [succeed('the result')] });
  await using app = await openTestApp({ script, agents: team });
  const commits: string[][] = [];
  using _subscription = app.log.subscribe(({ events }) => commits.push(events.map(({ type }) => type)));
  const root = await app.run('go');
  const commit = commits.find((types) => types.includes('task.ended')) ?? [];
  assert.deepEqual(commit, ['step.ended', 'call.requested', 'call.ended', 'thread.ended', 'task.ended', 'call.ended']);
  const { call: asked, task } = firstTask(root);
  assert.deepEqual(asked.output?.value, { taskId: task.taskId, status: 'success', result: 'the result' });
});

test('[D18] the same task for the same agent is refused while the first is running, naming it', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'Look  North'], ['worker', 'look north']),
    worker: [succeed('done')],
  });
  await using app = await openTestApp({ script, agents: team });
  const root = await app.run('go');
  assert.equal(root.tasks.length, 1);
  assert.equal(app.model.requests.filter(({ place }) => place.agentId === 'agt_worker').length, 1);
  assert.match(root.thread.outcome?.result ?? '', new RegExp(`Task ${firstTask(root).task.taskId} is already running`));
});

test('[D5] a result beside other calls ends the task, and those calls are not run', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'a']),
    worker: bySteps([
      together(newTask('clerk', 'too late'), call('taskResult', { result: 'over', status: 'success' })),
    ]),
  });
  await using app = await openTestApp({ script, agents: team, limits: { maxDepth: 3 } });
  const root = await app.run('go');
  const child = firstTask(root).child ?? assert.fail('no child');
  assert.equal(child.tasks.length, 0);
  const calls = child.thread.items.flatMap((item) => (item.type === 'step' ? item.calls : []));
  assert.deepEqual(
    calls.map(({ name, status }) => [name, status]),
    [
      ['newTask', 'failed'],
      ['taskResult', 'done'],
    ],
  );
});
