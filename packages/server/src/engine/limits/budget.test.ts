import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget } from '@retinue/protocol';
import { agentIdOf, costOf, localWorkspaceId, remainderOf, totalTokens } from '@retinue/protocol';
import type { House } from '../../../../../tests/support/house.ts';
import { agent, allTasks, openHouse } from '../../../../../tests/support/house.ts';
import { openPaidHouse, paid } from '../../../../../tests/support/paid.ts';
import {
  delegating,
  firstTask,
  goOn,
  newTask,
  succeed,
  taskIn,
  toolFor,
} from '../../../../../tests/support/scripts.ts';
import { byAgent, bySteps, resultsOf } from '../../models/script.ts';
import { barrier, call, hang, say, together, usage } from '../../models/script-lines.ts';
import { recover } from '../recovery/recover.ts';

const none: Budget = { tokens: null, costMicros: null, workMs: null, calls: null, tasks: null };
const team = [agent('boss', { subAgents: ['worker'], tools: ['look'] }), agent('worker', { tools: ['look'] })];
const look = toolFor('look', async ({ round }) => `saw ${String(round)}`, { effect: 'read' });
const looking = ({ place }: { place: { step: number } }) => [call('look', { round: place.step })];

async function openWith(house: House, budget: Partial<Budget>) {
  const command = { agentId: agentIdOf('boss'), text: 'go', budget: { ...none, ...budget } };
  const opened = await house.commands.openChat(house.wish(), command);
  if (opened.refusal) throw new Error(opened.refusal.code);
  house.retinue.start();
  return opened.done;
}

async function runWith(house: House, budget: Partial<Budget>) {
  return house.settled((await openWith(house, budget)).threadId);
}

test('[D17.4] a turn that has used up its tokens fails with words that name the bound', async () => {
  await using house = await openHouse({ script: byAgent({ boss: looking }), agents: team, tools: [look] });
  const { thread } = await runWith(house, { tokens: 1200 });
  assert.equal(thread.status, 'failed');
  assert.match(thread.outcome?.reason ?? '', /budget of 1200 tokens: \d+ were left/);
  const calls = house.model.requests.length;
  assert.ok(calls > 0 && thread.turnStats.tokens <= 1200 + (thread.turnStats.tokens / calls) * 2);
});

test('[D17.8] the next turn has a grant of its own; without one there is no bound', async () => {
  const script = byAgent({ boss: ({ place }) => (place.step < 30 ? looking({ place }) : [say('done')]) });
  await using house = await openHouse({ script, agents: team, tools: [look] });
  const { thread } = await runWith(house, { tokens: 600 });
  const { threadId } = thread;
  await house.commands.sendMessage(house.wish(), { threadId, text: 'go on' });
  const next = await house.until(threadId, (tree) => tree.threads[threadId]?.turn === 2);
  assert.equal(next.thread.grant, null);
  assert.equal((await house.settled(threadId)).thread.status, 'idle');
});

test('[D17] workspace, agent and message bound a turn together: the smallest of each counts', async () => {
  const boss = { ...agent('boss'), budget: { ...none, tokens: 5000, calls: 9 } };
  const limits = { budget: { ...none, tokens: 9000, tasks: 4 } };
  await using house = await openHouse({ script: byAgent({ boss: [say('hello')] }), agents: [boss], limits });
  const { thread } = await runWith(house, { tokens: 7000, calls: 3 });
  assert.deepEqual(thread.grant, { ...none, tokens: 5000, calls: 3, tasks: 4 });
});

test('[D17.1] tasks of one step share what is set aside, and give back what they do not spend', async () => {
  const script = byAgent({ boss: delegating(['worker', 'one'], ['worker', 'two']), worker: [succeed('found')] });
  await using house = await openHouse({ script, agents: team, tools: [look] });
  const { thread, tasks } = await runWith(house, { tokens: 10_000, tasks: 5 });
  const first = thread.items.find((item) => item.type === 'step');
  const left = 10_000 - totalTokens(first?.type === 'step' ? first.usage : assert.fail('no step'));
  for (const { task, child } of tasks) {
    assert.deepEqual(task.grant, { ...none, tokens: Math.floor((0.8 * left) / 2), tasks: 1 });
    assert.deepEqual(child?.thread.grant, task.grant);
    assert.equal(task.outcome?.spent?.tokens, totalTokens(task.outcome?.usage ?? assert.fail('no usage')));
  }
  const all = tasks.reduce((sum, { task }) => sum + (task.outcome?.spent?.tokens ?? 0), thread.turnStats.tokens);
  assert.deepEqual(remainderOf(thread), { ...none, tokens: 10_000 - all, tasks: 3 });
});

test('[D17.10] the budget of its agent bounds a task whose parent has none', async () => {
  const worker = { ...agent('worker', { tools: ['look'] }), budget: { ...none, tokens: 500 } };
  const agents = [agent('boss', { subAgents: ['worker'] }), worker];
  const script = byAgent({ boss: delegating(['worker', 'one']), worker: looking });
  await using house = await openHouse({ script, agents, tools: [look] });
  const { task, status } = firstTask(await house.run('go'));
  assert.equal(status, 'failed');
  assert.deepEqual(task.grant, worker.budget);
  assert.match(task.outcome?.reason ?? '', /budget of 500 tokens/);
});

test('[D17.3] a tool call beyond the budget is not run, and says how many are left', async () => {
  let runs = 0;
  const count = toolFor('look', async () => ++runs, { effect: 'read' });
  const script = byAgent({
    boss: (request) =>
      resultsOf(request).length === 0
        ? [together(...[1, 2, 3].map((round) => call('look', { round })))]
        : [
            say(
              resultsOf(request)
                .map(({ value, failed }) => `${failed}: ${String(value)}`)
                .join(' | '),
            ),
          ],
  });
  await using house = await openHouse({ script, agents: team, tools: [count] });
  const { thread } = await runWith(house, { calls: 2 });
  assert.equal(runs, 2);
  assert.match(thread.outcome?.result ?? '', /true: Not run: the budget allows 2 more calls/);
  assert.equal(thread.turnStats.calls, 2);
});

test('[D17.2] working time is bounded over the tree as well', async () => {
  await using house = await openHouse({
    script: byAgent({ boss: ({ place: { step } }) => (step === 1 ? [say('well'), hang()] : [say('That is all.')]) }),
    agents: team,
    tools: [look],
  });
  const { thread } = await runWith(house, { workMs: 200 });
  assert.equal(thread.status, 'failed');
  assert.match(thread.outcome?.reason ?? '', /budget of 200 ms of working time/);
});

test('[D17.3] an agent that only spawns is refused in words, and never opens more than its budget', async () => {
  const names = ['boss', 'one', 'two', 'three'];
  const spawners = names.map((name, index) => agent(name, { subAgents: names.slice(index + 1, index + 2) }));
  const script = byAgent(
    Object.fromEntries(
      names.map((name, index) => [
        name,
        ({ place: { step, threadId } }) => {
          const next = names[index + 1];
          const made = [1, 2, 3].map((part) => newTask(next ?? '', `${threadId} ${step} ${part}`));
          return next && step < 9 ? [together(...made)] : [say('enough')];
        },
      ]),
    ),
  );
  await using house = await openHouse({ script, agents: spawners, limits: { maxDepth: 10 } });
  const view = await runWith(house, { tasks: 12 });
  const events = await house.events(view.thread.threadId);
  const opened = events.filter(({ type }) => type === 'task.opened').length;
  assert.ok(opened > 3 && opened <= 12, `${opened} were opened`);
  const refused = events.filter(({ type, data }) => type === 'call.ended' && /budget allows/.test(data.error ?? ''));
  assert.ok(refused.length > 0);
});

test('[D17.2][L10] money is bounded over the tree: the cap, and one call for each agent at work', async () => {
  const names = ['boss', 'one', 'two'];
  const agents = names.map((name, index) => paid(agent(name, { subAgents: names.slice(index + 1, index + 2) })));
  const script = byAgent(
    Object.fromEntries(
      names.map((name, index) => [
        name,
        ({ place: { step, threadId } }) => {
          const next = names[index + 1];
          return next
            ? [together(newTask(next, `a ${threadId} ${step}`), newTask(next, `b ${threadId} ${step}`))]
            : [say('so')];
        },
      ]),
    ),
  );
  await using house = await openPaidHouse({ script, agents, limits: { maxDepth: 5 } });
  const costMicros = 20_000;
  const view = await runWith(house, { costMicros });
  const { seen } = house.paid;
  const dearest = Math.max(...seen.map((one) => one.costMicros));
  const spent = seen.reduce((sum, one) => sum + one.costMicros, 0);
  const threads = new Set(seen.map(({ request }) => request.place.threadId)).size;
  assert.ok(spent > costMicros / 4 && spent <= costMicros + threads * dearest, `${spent} of ${costMicros}`);
  assert.equal(costOf(view.usage), spent);
  assert.equal(view.thread.status, 'failed');
  assert.match(view.thread.outcome?.reason ?? '', /budget of \$0\.02: \$0\.\d+ was left/);
  for (const { task } of allTasks(view))
    if (/budget/.test(task.outcome?.reason ?? '')) assert.equal(task.outcome?.status, 'failed');
});

test('[D17.5] a budget of money and a model without a price: the step is refused, and says so', async () => {
  const boss = paid(agent('boss'));
  const agents = [{ ...boss, model: { provider: 'paid', id: 'unheard-of' } }];
  await using house = await openPaidHouse({ script: byAgent({ boss: [say('hello')] }), agents });
  const { thread } = await runWith(house, { costMicros: 1000 });
  assert.equal(thread.status, 'failed');
  assert.match(thread.outcome?.reason ?? '', /nobody knows what the model unheard-of of paid costs/);
  assert.equal(house.paid.seen.length, 0);
});

test('[D17.9] an attempt that crashed counts with all that was set aside for it, money too', async () => {
  const agents = [paid(agent('boss'))];
  await using house = await openPaidHouse({ script: byAgent({ boss: [say('hello'), hang()] }), agents });
  const threadId = await house.open('go');
  house.retinue.start();
  const open = await house.until(threadId, (tree) => Boolean(tree.threads[threadId]?.openStep));
  const { reservedTokens, reservedCostMicros } = open.thread.openStep ?? assert.fail('no step');
  const thread = await house.log.thread(localWorkspaceId, threadId);
  await recover({ log: house.log }, thread ?? assert.fail('no thread'));
  const after = await house.log.thread(localWorkspaceId, threadId);
  assert.ok(reservedCostMicros > 0);
  assert.deepEqual([after?.turnStats.tokens, after?.turnStats.costMicros], [reservedTokens, reservedCostMicros]);
});

test('[L10] a step costs what its provider counted, and tasks and trees the sum of their steps', async () => {
  const agents = team.map(paid);
  const script = byAgent({
    boss: delegating(['worker', 'one']),
    worker: [usage({ inputTokens: 1000, outputTokens: 250 }), succeed('found')],
  });
  await using house = await openPaidHouse({ script, agents, tools: [look] });
  const view = await house.run('go');
  const { task, child } = firstTask(view);
  assert.equal(costOf(child?.usage ?? assert.fail('no child')), 1500);
  assert.equal(costOf(task.outcome?.usage ?? assert.fail('no outcome')), 1500);
  const total = house.paid.seen.reduce((sum, { costMicros }) => sum + costMicros, 0);
  assert.equal(costOf(view.usage), total);
  const stats = await house.log.readModels.stats(localWorkspaceId, {});
  assert.equal(stats.agents.find(({ name }) => name === 'worker')?.costMicros, 1500);
  assert.deepEqual([stats.days[0]?.costMicros, stats.chats[0]?.costMicros], [total, total]);
  assert.equal(
    costOf((await house.log.readModels.chats(localWorkspaceId, { limit: 1 }))[0]?.usage ?? assert.fail('no chat')),
    total,
  );
});

test('[D17.1] calls that are set aside for a task are not run by the step that opened it', async () => {
  let ran = 0;
  const counted = toolFor('look', async () => `look ${++ran}`, { effect: 'read' });
  const many = (count: number) => Array.from({ length: count }, (_, round) => call('look', { round }));
  const script = byAgent({
    boss: (request) =>
      resultsOf(request).length === 0 ? [together(newTask('worker', 'go'), ...many(10))] : [say('done')],
    worker: (request) => (resultsOf(request).length === 0 ? [together(...many(10))] : [succeed('done')]),
  });
  await using house = await openHouse({ script, agents: team, tools: [counted] });
  const { thread } = await runWith(house, { calls: 10 });
  assert.equal(ran, 10);
  assert.equal(remainderOf(thread)?.calls, 0);
});

test('[D17.1] what a person asked of a child below is not set aside from what its parent gets later', async () => {
  const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker', { subAgents: ['clerk'] }), agent('clerk')];
  const script = byAgent({
    boss: bySteps(
      [newTask('worker', 'one')],
      [call('askUser', { question: 'More?' })],
      (request) => [goOn(taskIn(request), 'more')],
      [say('done')],
    ),
    worker: bySteps([newTask('clerk', 'small')], [succeed('first')], [succeed('second')]),
    clerk: bySteps([succeed('small')], [barrier('asked'), hang()]),
  });
  const limits = { maxDepth: 2, budget: { ...none, tokens: 60_000 } };
  await using house = await openHouse({ script, agents, limits });
  const { thread, tasks } = await house.run('go');
  const { childThreadId } = tasks[0]?.child?.tasks[0]?.task ?? assert.fail('no clerk');
  await house.commands.sendMessage(house.wish(), { threadId: childThreadId, text: 'and the rest?' });
  await house.model.barriers.reached('asked');
  const [question] = await house.log.readModels.openQuestions(localWorkspaceId);
  const { questionId } = question ?? assert.fail('nobody asks');
  await house.commands.answerQuestion(house.wish(), { questionId, answer: 'yes' });
  const { threadId } = thread;
  const ended = await house.until(threadId, (tree) => tree.threads[threadId]?.status === 'idle');
  assert.equal(ended.tasks[1]?.task.outcome?.result, 'second');
  assert.deepEqual(await house.findings(), []);
});

test('[D17.7] what a person asks of a child after the turn is bounded as the next turn of the chat would be', async () => {
  const cautious = { ...agent('boss', { subAgents: ['worker'] }), budget: { ...none, tokens: 9000 } };
  const script = byAgent({ boss: delegating(['worker', 'one']), worker: [succeed('found')] });
  await using house = await openHouse({ script, agents: [cautious, agent('worker')] });
  const root = await house.run('go');
  const { childThreadId } = firstTask(root).task;
  await house.commands.sendMessage(house.wish(), { threadId: childThreadId, text: 'and more' });
  const [, more] = (await house.view(root.thread.threadId)).tasks;
  assert.deepEqual(more?.task.grant, { ...none, tokens: 9000 });
});

test('[D17.8] a message that is answered anew has the budget that it came with, also after a turn that news began', async () => {
  const agents = [{ ...agent('boss', { subAgents: ['worker'] }), actsOnNotices: true }, agent('worker')];
  const script = byAgent({
    boss: ({ place }) => (place.step === 1 ? [newTask('worker', 'one', { background: true })] : [say('done')]),
    worker: [barrier('one'), succeed('found')],
  });
  await using house = await openHouse({ script, agents });
  const { threadId } = await openWith(house, { tokens: 9000 });
  house.model.barriers.release('one');
  const isAtRest = (turn: number) =>
    house.until(threadId, (_tree, { thread }) => thread.turn === turn && thread.status === 'idle');
  assert.ok(((await isAtRest(2)).thread.grant?.tokens ?? 0) < 9000, 'what the message has left');
  await house.commands.regenerate(house.wish(), { threadId });
  assert.deepEqual((await isAtRest(3)).thread.grant, { ...none, tokens: 9000 });
});
