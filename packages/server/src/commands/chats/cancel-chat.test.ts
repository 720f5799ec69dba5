import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '@retinue/protocol';
import { totalTokens } from '@retinue/protocol';
import { header } from '../../../../../tests/support/facts.ts';
import { agent, allTasks, openHouse } from '../../../../../tests/support/house.ts';
import { delegating, firstTask, newTask, succeed, toolFor } from '../../../../../tests/support/scripts.ts';
import { byAgent, bySteps, inputsOf } from '../../models/script.ts';
import { barrier, call, hang, say, together } from '../../models/script-lines.ts';

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
  await using house = await openHouse({ script, agents: team, limits: { maxDepth: 3 } });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('started', 4);
  const requests = house.model.requests.length;
  const commits: string[][] = [];
  using _subscription = house.log.subscribe(({ events }) => commits.push(events.map(({ threadId }) => threadId)));
  const reply = await house.commands.cancelThread(house.wish(), { threadId: rootId });
  assert.deepEqual(reply, { refusal: null, done: { threadId: rootId } });
  assert.equal(new Set(commits[0]).size, 7, 'one append over all seven threads');
  const root = await house.settled(rootId);
  assert.deepEqual([...new Set(allTasks(root).map(({ status }) => status))], ['cancelled']);
  assert.equal(root.thread.status, 'cancelled');
  await house.stop();
  assert.equal(house.model.requests.length, requests);
});

test('[D12.1] what a person had seen of a step stays after it was stopped', async () => {
  const script = byAgent({ boss: [say('Half a sent'), barrier('half'), hang()] });
  await using house = await openHouse({ script, agents: team });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('half');
  await house.commands.cancelThread(house.wish(), { threadId: rootId });
  const root = await house.settled(rootId);
  const step = root.thread.items.find((item) => item.type === 'step');
  assert.deepEqual(
    [step?.status, step?.parts, step?.cut?.reason],
    ['cut', [{ type: 'text', text: 'Half a sent' }], 'stopped'],
  );
  assert.ok(totalTokens(root.thread.usage) > 0, 'what it may have cost is counted');
});

test('[D12.2] stopping one task tells the parent and leaves its siblings at work', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'slow'], ['worker', 'quick']),
    worker: (request) =>
      inputsOf(request)[0] === 'slow' ? [barrier('slow'), hang()] : [barrier('quick'), succeed('quick one')],
  });
  await using house = await openHouse({ script, agents: team });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('slow');
  const { taskId } = firstTask(await house.view(rootId)).task;
  assert.equal((await house.commands.cancelTask(house.wish(), { taskId })).refusal, null);
  house.model.barriers.release('quick');
  const root = await house.settled(rootId);
  assert.deepEqual(
    root.tasks.map(({ status }) => status),
    ['cancelled', 'success'],
  );
  assert.equal(root.thread.outcome?.result, 'Heard: cancelled: Stopped by a person. | success: quick one');
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
  await using house = await openHouse({ script, agents: team, tools: [act] });
  const rootId = await house.open('go', 'worker');
  house.retinue.start();
  await begun;
  await house.commands.cancelThread(house.wish(), { threadId: rootId });
  finish();
  const late = await house.until(rootId, (tree) => JSON.stringify(tree).includes('"late":{'));
  const step = late.thread.items.find((item) => item.type === 'step');
  assert.deepEqual([step?.calls[0]?.status, late.thread.status], ['cancelled', 'cancelled']);
  assert.equal(step?.calls[0]?.late?.output?.value, 'it happened', 'what the tool said, not that it was stopped');
});

test('[D12] a call whose start and stop are one commit is not run', async () => {
  let runs = 0;
  const act = toolFor('act', async () => ++runs);
  const script = byAgent({ worker: bySteps([call('act')], [say('done')]) });
  await using house = await openHouse({ script, agents: team, tools: [act] });
  const rootId = await house.open('go', 'worker');
  const { log } = house;
  const decide = log.decide.bind(log);
  log.decide = (header, scope, decision) => {
    const result = decide(header, scope, decision);
    if (header.label === 'start-calls') void house.commands.cancelThread(house.wish(), { threadId: rootId });
    return result;
  };
  house.retinue.start();
  await house.until(rootId, (_tree, view) => view.thread.status === 'cancelled');
  await house.stop();
  assert.equal(runs, 0);
});

test('[D12.4] a chat that was stopped answers its next message', async () => {
  const script = byAgent({ boss: bySteps([barrier('one'), hang()], [say('here again')]) });
  await using house = await openHouse({ script, agents: team });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('one');
  await house.commands.cancelThread(house.wish(), { threadId: rootId });
  await house.commands.sendMessage(house.wish(), { threadId: rootId, text: 'and now?' });
  const root = await house.settled(rootId);
  assert.deepEqual([root.thread.status, root.thread.outcome?.result], ['idle', 'here again']);
});

test('[D12.5] stopping what is not at work is refused in words and changes nothing', async () => {
  await using house = await openHouse({ script: byAgent({ boss: [say('done')] }), agents: team });
  const root = await house.run('go');
  const { threadId, seq } = root.thread;
  const reply = await house.commands.cancelThread(house.wish(), { threadId });
  assert.equal(reply.refusal?.code, 'nothing-to-cancel');
  assert.equal((await house.view(threadId)).thread.seq, seq);
});

test('[E6] the usage of a tree adds up, stopped branches included', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'slow'], ['worker', 'quick']),
    worker: (request) =>
      inputsOf(request)[0] === 'slow' ? [say('a few words'), barrier('slow'), hang()] : [succeed('ok')],
  });
  await using house = await openHouse({ script, agents: team });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('slow');
  await house.until(rootId, (_tree, view) => view.tasks[1]?.status === 'success');
  await house.commands.cancelTask(house.wish(), { taskId: firstTask(await house.view(rootId)).task.taskId });
  const root = await house.settled(rootId);
  const threads = Object.values((await house.tree(rootId)).threads);
  assert.equal(
    totalTokens(root.usage),
    threads.reduce((sum, thread) => sum + totalTokens(thread.usage), 0),
  );
  for (const { task, child } of root.tasks) assert.deepEqual(task.outcome?.usage, child?.usage);
});

test('[E6.2] a task that fails at a limit is told with the usage of what it had others still do', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'one']),
    worker: [together(newTask('clerk', 'two'), call('act'))],
    clerk: [barrier('clerk'), say('done')],
  });
  const { promise: held, resolve: letGo } = Promise.withResolvers<string>();
  const act = toolFor('act', () => held, { effect: 'read' });
  await using house = await openHouse({ script, agents: team, tools: [act], limits: { maxDepth: 2 } });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('clerk');
  const { childThreadId: threadId } = firstTask(await house.view(rootId)).task;
  const facts: Fact[] = Array.from({ length: 10 }, () => ({ type: 'thread.recovered', data: { inDoubt: [] } }));
  await house.log.append(header('recover'), [{ threadId, guard: 'exists', facts }]);
  letGo('acted');
  const task = firstTask(await house.settled(rootId));
  assert.match(task.task.outcome?.reason ?? '', /interrupted 10 times/);
  assert.equal(task.child?.tasks[0]?.status, 'cancelled');
  assert.deepEqual(task.task.outcome?.usage, task.child?.usage);
});
