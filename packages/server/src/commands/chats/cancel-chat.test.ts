import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '@retinue/protocol';
import { totalTokens } from '@retinue/protocol';
import { agent, allTasks, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, firstTask, newTask, succeed, toolFor } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, inputsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, hang, say, together } from '../../../../../tests/support/scripted/script-lines.ts';
import { header } from '../../../../../tests/support/stores/facts.ts';

const team = [
  agent('boss', { subAgents: ['worker'] }),
  agent('worker', { subAgents: ['clerk'], tools: ['act'] }),
  agent('clerk'),
];

test('[D12] stopping a chat stops its whole tree in one append, and no model call starts afterwards', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'a'], ['worker', 'b']),
    worker: bySteps([together(newTask('clerk', 'x'), newTask('clerk', 'y'))]),
    clerk: [say('so far'), barrier('started'), hang()],
  });
  await using app = await openTestApp({ script, agents: team, limits: { maxDepth: 3 } });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('started', 4);
  const requests = app.model.requests.length;
  const commits: string[][] = [];
  using _subscription = app.log.subscribe(({ events }) => commits.push(events.map(({ threadId }) => threadId)));
  const reply = await app.commands.cancelThread(app.context(), { threadId: rootId });
  assert.deepEqual(reply, { refusal: null, done: { threadId: rootId } });
  assert.equal(new Set(commits[0]).size, 7, 'one append over all seven threads');
  const root = await app.settled(rootId);
  assert.deepEqual([...new Set(allTasks(root).map(({ status }) => status))], ['cancelled']);
  assert.equal(root.thread.status, 'cancelled');
  await app.stop();
  assert.equal(app.model.requests.length, requests);
});

test('[D12.1] the visible part of a step stays after a stop', async () => {
  const script = byAgent({ boss: [say('Half a sent'), barrier('half'), hang()] });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('half');
  await app.commands.cancelThread(app.context(), { threadId: rootId });
  const root = await app.settled(rootId);
  const step = root.thread.items.find((item) => item.type === 'step');
  assert.deepEqual(
    [step?.status, step?.parts, step?.cut?.reason],
    ['cut', [{ type: 'text', text: 'Half a sent' }], 'stopped'],
  );
  assert.ok(totalTokens(root.thread.usage) > 0, 'what it may have cost is counted');
});

test('[D12.2] stopping one task notifies the parent and leaves its siblings running', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'slow'], ['worker', 'quick']),
    worker: (request) =>
      inputsOf(request)[0] === 'slow' ? [barrier('slow'), hang()] : [barrier('quick'), succeed('quick one')],
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('slow');
  const { taskId } = firstTask(await app.view(rootId)).task;
  assert.equal((await app.commands.cancelTask(app.context(), { taskId })).refusal, null);
  app.model.barriers.release('quick');
  const root = await app.settled(rootId);
  assert.deepEqual(
    root.tasks.map(({ status }) => status),
    ['cancelled', 'success'],
  );
  assert.equal(root.thread.outcome?.result, 'Heard: cancelled: Canceled by a person. | success: quick one');
});

test('[D12.3] a stop during the calls of a step keeps the late result of an unsafe call, and changes no status', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const act = toolFor('act', async () => {
    begin();
    await done;
    return 'it happened';
  });
  const script = byAgent({ worker: [call('act')] });
  await using app = await openTestApp({ script, agents: team, tools: [act] });
  const rootId = await app.open('go', 'worker');
  app.retinue.start();
  await begun;
  await app.commands.cancelThread(app.context(), { threadId: rootId });
  finish();
  const late = await app.until(rootId, (tree) => JSON.stringify(tree).includes('"late":{'));
  const step = late.thread.items.find((item) => item.type === 'step');
  assert.deepEqual([step?.calls[0]?.status, late.thread.status], ['cancelled', 'cancelled']);
  assert.equal(step?.calls[0]?.late?.output?.value, 'it happened', 'what the tool said, not that it was stopped');
});

test('[D12] a call whose start and stop are one commit is not run', async () => {
  let runs = 0;
  const act = toolFor('act', async () => ++runs);
  const script = byAgent({ worker: bySteps([call('act')], [say('done')]) });
  await using app = await openTestApp({ script, agents: team, tools: [act] });
  const rootId = await app.open('go', 'worker');
  const { log } = app;
  const decide = log.decide.bind(log);
  log.decide = (header, scope, decision) => {
    const result = decide(header, scope, decision);
    if (header.label === 'start-calls') void app.commands.cancelThread(app.context(), { threadId: rootId });
    return result;
  };
  app.retinue.start();
  await app.until(rootId, (_tree, view) => view.thread.status === 'cancelled');
  await app.stop();
  assert.equal(runs, 0);
});

test('[D12.4] a stopped chat answers its next message', async () => {
  const script = byAgent({ boss: bySteps([barrier('one'), hang()], [say('here again')]) });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('one');
  await app.commands.cancelThread(app.context(), { threadId: rootId });
  await app.commands.sendMessage(app.context(), { threadId: rootId, text: 'and now?' });
  const root = await app.settled(rootId);
  assert.deepEqual([root.thread.status, root.thread.outcome?.result], ['idle', 'here again']);
});

test('[D12.5] stopping something that is not running is refused with the reason and changes nothing', async () => {
  await using app = await openTestApp({ script: byAgent({ boss: [say('done')] }), agents: team });
  const root = await app.run('go');
  const { threadId, seq } = root.thread;
  const reply = await app.commands.cancelThread(app.context(), { threadId });
  assert.equal(reply.refusal?.code, 'nothing-to-cancel');
  assert.equal((await app.view(threadId)).thread.seq, seq);
});

test('[E6] the usage of a tree adds up, stopped branches included', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'slow'], ['worker', 'quick']),
    worker: (request) =>
      inputsOf(request)[0] === 'slow' ? [say('a few words'), barrier('slow'), hang()] : [succeed('ok')],
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('slow');
  await app.until(rootId, (_tree, view) => view.tasks[1]?.status === 'success');
  await app.commands.cancelTask(app.context(), { taskId: firstTask(await app.view(rootId)).task.taskId });
  const root = await app.settled(rootId);
  const threads = Object.values((await app.tree(rootId)).threads);
  assert.equal(
    totalTokens(root.usage),
    threads.reduce((sum, thread) => sum + totalTokens(thread.usage), 0),
  );
  for (const { task, child } of root.tasks) assert.deepEqual(task.outcome?.usage, child?.usage);
});

test('[E6.2] a task that fails at a limit has the usage of its still running sub-tasks', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'one']),
    worker: [together(newTask('clerk', 'two'), call('act'))],
    clerk: [barrier('clerk'), say('done')],
  });
  const { promise: held, resolve: letGo } = Promise.withResolvers<string>();
  const act = toolFor('act', () => held, { effect: 'read' });
  await using app = await openTestApp({ script, agents: team, tools: [act], limits: { maxDepth: 2 } });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('clerk');
  const { childThreadId: threadId } = firstTask(await app.view(rootId)).task;
  const facts: Fact[] = Array.from({ length: 10 }, () => ({ type: 'thread.recovered', data: { inDoubt: [] } }));
  await app.log.append(header('recover'), [{ threadId, guard: 'exists', facts }]);
  letGo('acted');
  const task = firstTask(await app.settled(rootId));
  assert.deepEqual(task.task.outcome?.reason, { code: 'interrupted-too-often', times: 10 });
  assert.equal(task.child?.tasks[0]?.status, 'cancelled');
  assert.deepEqual(task.task.outcome?.usage, task.child?.usage);
});
