import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget } from '@retinue/protocol';
import { agentIdOf, costOf, localWorkspaceId, remainderOf, totalTokens } from '@retinue/protocol';
import { openPaidApp, paid } from '../../../../../tests/support/apps/paid-app.ts';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, allTasks, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import {
  delegating,
  firstTask,
  goOn,
  newTask,
  succeed,
  taskIn,
  toolFor,
} from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, hang, say, together, usage } from '../../../../../tests/support/scripted/script-lines.ts';
import { recover } from '../recovery/recover.ts';

const none: Budget = { tokens: null, costMicros: null, workMs: null, calls: null, tasks: null };
const team = [agent('boss', { subAgents: ['worker'], tools: ['look'] }), agent('worker', { tools: ['look'] })];
const look = toolFor('look', async ({ round }) => `saw ${String(round)}`, { effect: 'read' });
const looking = ({ place }: { place: { step: number } }) => [call('look', { round: place.step })];

async function openWith(app: TestApp, budget: Partial<Budget>) {
  const command = { agentId: agentIdOf('boss'), text: 'go', budget: { ...none, ...budget } };
  const opened = await app.commands.openChat(app.context(), command);
  if (opened.refusal) throw new Error(opened.refusal.code);
  app.retinue.start();
  return opened.done;
}

async function runWith(app: TestApp, budget: Partial<Budget>) {
  return app.settled((await openWith(app, budget)).threadId);
}

test('[D17.4] a turn that has used up its tokens fails with a message that names the bound', async () => {
  await using app = await openTestApp({ script: byAgent({ boss: looking }), agents: team, tools: [look] });
  const { thread } = await runWith(app, { tokens: 1200 });
  assert.equal(thread.status, 'failed');
  const { reason } = thread.outcome ?? {};
  assert.ok(reason?.code === 'budget-reached' && reason.kind === 'tokens' && reason.amount === 1200);
  assert.ok(Number(reason.left) < Number(reason.needed));
  const calls = app.model.requests.length;
  assert.ok(calls > 0 && thread.turnStats.tokens <= 1200 + (thread.turnStats.tokens / calls) * 2);
});

test('[D17.8] the next turn has its own grant; without one there is no bound', async () => {
  const script = byAgent({ boss: ({ place }) => (place.step < 30 ? looking({ place }) : [say('done')]) });
  await using app = await openTestApp({ script, agents: team, tools: [look] });
  const { thread } = await runWith(app, { tokens: 600 });
  const { threadId } = thread;
  await app.commands.sendMessage(app.context(), { threadId, text: 'go on' });
  const next = await app.until(threadId, (tree) => tree.threads[threadId]?.turn === 2);
  assert.equal(next.thread.grant, null);
  assert.equal((await app.settled(threadId)).thread.status, 'idle');
});

test('[D17] workspace, agent and message bound a turn together: the smallest of each counts', async () => {
  const boss = { ...agent('boss'), budget: { ...none, tokens: 5000, calls: 9 } };
  const limits = { budget: { ...none, tokens: 9000, tasks: 4 } };
  await using app = await openTestApp({ script: byAgent({ boss: [say('hello')] }), agents: [boss], limits });
  const { thread } = await runWith(app, { tokens: 7000, calls: 3 });
  assert.deepEqual(thread.grant, { ...none, tokens: 5000, calls: 3, tasks: 4 });
});

test('[D17.1] tasks of one step share the reserved amount, and return their unspent part', async () => {
  const script = byAgent({ boss: delegating(['worker', 'one'], ['worker', 'two']), worker: [succeed('found')] });
  await using app = await openTestApp({ script, agents: team, tools: [look] });
  const { thread, tasks } = await runWith(app, { tokens: 10_000, tasks: 5 });
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

test('[D17.10] the budget of its agent limits a task whose parent has none', async () => {
  const worker = { ...agent('worker', { tools: ['look'] }), budget: { ...none, tokens: 500 } };
  const agents = [agent('boss', { subAgents: ['worker'] }), worker];
  const script = byAgent({ boss: delegating(['worker', 'one']), worker: looking });
  await using app = await openTestApp({ script, agents, tools: [look] });
  const { task, status } = firstTask(await app.run('go'));
  assert.equal(status, 'failed');
  assert.deepEqual(task.grant, worker.budget);
  assert.ok(task.outcome?.reason?.code === 'budget-reached' && task.outcome.reason.amount === 500);
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
  await using app = await openTestApp({ script, agents: team, tools: [count] });
  const { thread } = await runWith(app, { calls: 2 });
  assert.equal(runs, 2);
  assert.match(thread.outcome?.result ?? '', /true: Not run: the budget allows 2 more calls/);
  assert.equal(thread.turnStats.calls, 2);
});

test('[D17.2] working time is bounded over the tree as well', async () => {
  await using app = await openTestApp({
    script: byAgent({ boss: ({ place: { step } }) => (step === 1 ? [say('well'), hang()] : [say('That is all.')]) }),
    agents: team,
    tools: [look],
  });
  const { thread } = await runWith(app, { workMs: 200 });
  assert.equal(thread.status, 'failed');
  assert.deepEqual(thread.outcome?.reason, { code: 'budget-reached', kind: 'time', amount: 200 });
});

test('[D17.3] an agent that only delegates is refused with the reason, and never opens more than its budget', async () => {
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
  await using app = await openTestApp({ script, agents: spawners, limits: { maxDepth: 10 } });
  const view = await runWith(app, { tasks: 12 });
  const events = await app.events(view.thread.threadId);
  const opened = events.filter(({ type }) => type === 'task.opened').length;
  assert.ok(opened > 3 && opened <= 12, `${opened} were opened`);
  const refused = events.filter(
    ({ type, data }) => type === 'call.ended' && /-of-budget$/.test(data.error?.code ?? ''),
  );
  assert.ok(refused.length > 0);
});

test('[D17.2][L10] money is bounded over the tree: the cap, and one call for each active agent', async () => {
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
  await using app = await openPaidApp({ script, agents, limits: { maxDepth: 5 } });
  const costMicros = 20_000;
  const view = await runWith(app, { costMicros });
  const { seen } = app.paid;
  const dearest = Math.max(...seen.map((one) => one.costMicros));
  const spent = seen.reduce((sum, one) => sum + one.costMicros, 0);
  const threads = new Set(seen.map(({ request }) => request.place.threadId)).size;
  assert.ok(spent > costMicros / 4 && spent <= costMicros + threads * dearest, `${spent} of ${costMicros}`);
  assert.equal(costOf(view.usage), spent);
  assert.equal(view.thread.status, 'failed');
  const { reason } = view.thread.outcome ?? {};
  assert.ok(reason?.code === 'budget-reached' && reason.kind === 'cost' && reason.amount === 20_000);
  assert.ok(reason.left !== undefined && reason.left < 20_000);
  for (const { task } of allTasks(view))
    if (task.outcome?.reason?.code.startsWith('budget')) assert.equal(task.outcome?.status, 'failed');
});

test('[D17.5] with a budget of money and a model without a price the step is refused, and says so', async () => {
  const boss = paid(agent('boss'));
  const agents = [{ ...boss, model: { provider: 'paid', id: 'unheard-of' } }];
  await using app = await openPaidApp({ script: byAgent({ boss: [say('hello')] }), agents });
  const { thread } = await runWith(app, { costMicros: 1000 });
  assert.equal(thread.status, 'failed');
  assert.deepEqual(thread.outcome?.reason, {
    code: 'budget-unpriced',
    left: 1000,
    provider: 'paid',
    modelId: 'unheard-of',
  });
  assert.equal(app.paid.seen.length, 0);
});

test('[D17.9] a crashed attempt counts with its whole reservation, money too', async () => {
  const agents = [paid(agent('boss'))];
  await using app = await openPaidApp({ script: byAgent({ boss: [say('hello'), hang()] }), agents });
  const threadId = await app.open('go');
  app.retinue.start();
  const open = await app.until(threadId, (tree) => Boolean(tree.threads[threadId]?.openStep));
  const { reservedTokens, reservedCostMicros } = open.thread.openStep ?? assert.fail('no step');
  const thread = await app.log.thread(localWorkspaceId, threadId);
  await recover({ log: app.log }, thread ?? assert.fail('no thread'));
  const after = await app.log.thread(localWorkspaceId, threadId);
  assert.ok(reservedCostMicros !== null && reservedCostMicros > 0);
  assert.deepEqual([after?.turnStats.tokens, after?.turnStats.costMicros], [reservedTokens, reservedCostMicros]);
});

test("[L10][L10.1] a step costs its provider's count, and tasks and trees the sum of their steps", async () => {
  const agents = team.map(paid);
  const script = byAgent({
    boss: delegating(['worker', 'one']),
    worker: [usage({ inputTokens: 1000, outputTokens: 250 }), succeed('found')],
  });
  await using app = await openPaidApp({ script, agents, tools: [look] });
  const view = await app.run('go');
  const { task, child } = firstTask(view);
  assert.equal(costOf(child?.usage ?? assert.fail('no child')), 1500);
  assert.equal(costOf(task.outcome?.usage ?? assert.fail('no outcome')), 1500);
  const total = app.paid.seen.reduce((sum, { costMicros }) => sum + costMicros, 0);
  assert.equal(costOf(view.usage), total);
  const stats = await app.log.readModels.stats(localWorkspaceId, {});
  assert.equal(stats.agents.find(({ name }) => name === 'worker')?.costMicros, 1500);
  assert.deepEqual([stats.days[0]?.costMicros, stats.chats[0]?.costMicros], [total, total]);
  assert.equal(
    costOf((await app.log.readModels.chats(localWorkspaceId, { limit: 1 }))[0]?.usage ?? assert.fail('no chat')),
    total,
  );
});

test('[D17.1] calls that are reserved for a task are not run by the step that opened it', async () => {
  let ran = 0;
  const counted = toolFor('look', async () => `look ${++ran}`, { effect: 'read' });
  const many = (count: number) => Array.from({ length: count }, (_, round) => call('look', { round }));
  const script = byAgent({
    boss: (request) =>
      resultsOf(request).length === 0 ? [together(newTask('worker', 'go'), ...many(10))] : [say('done')],
    worker: (request) => (resultsOf(request).length === 0 ? [together(...many(10))] : [succeed('done')]),
  });
  await using app = await openTestApp({ script, agents: team, tools: [counted] });
  const { thread } = await runWith(app, { calls: 10 });
  assert.equal(ran, 10);
  assert.equal(remainderOf(thread)?.calls, 0);
});

test("[D17.1] a person's request to a child below is not reserved from its parent's later budget", async () => {
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
  await using app = await openTestApp({ script, agents, limits });
  const { thread, tasks } = await app.run('go');
  const { childThreadId } = tasks[0]?.child?.tasks[0]?.task ?? assert.fail('no clerk');
  await app.commands.sendMessage(app.context(), { threadId: childThreadId, text: 'and the rest?' });
  await app.model.barriers.reached('asked');
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  const { questionId } = question ?? assert.fail('nobody asks');
  await app.commands.answerQuestion(app.context(), { questionId, answer: 'yes' });
  const { threadId } = thread;
  const ended = await app.until(threadId, (tree) => tree.threads[threadId]?.status === 'idle');
  assert.equal(ended.tasks[1]?.task.outcome?.result, 'second');
  assert.deepEqual(await app.findings(), []);
});

test("[D17.7] a person's request to a child after the turn has the budget of the chat's next turn", async () => {
  const cautious = { ...agent('boss', { subAgents: ['worker'] }), budget: { ...none, tokens: 9000 } };
  const script = byAgent({ boss: delegating(['worker', 'one']), worker: [succeed('found')] });
  await using app = await openTestApp({ script, agents: [cautious, agent('worker')] });
  const root = await app.run('go');
  const { childThreadId } = firstTask(root).task;
  await app.commands.sendMessage(app.context(), { threadId: childThreadId, text: 'and more' });
  const [, more] = (await app.view(root.thread.threadId)).tasks;
  assert.deepEqual(more?.task.grant, { ...none, tokens: 9000 });
});

test('[D17.8] a message that is answered again has its original budget, also after a turn that a notice started', async () => {
  const agents = [{ ...agent('boss', { subAgents: ['worker'] }), actsOnNotices: true }, agent('worker')];
  const script = byAgent({
    boss: ({ place }) => (place.step === 1 ? [newTask('worker', 'one', { background: true })] : [say('done')]),
    worker: [barrier('one'), succeed('found')],
  });
  await using app = await openTestApp({ script, agents });
  const { threadId } = await openWith(app, { tokens: 9000 });
  app.model.barriers.release('one');
  const isAtRest = (turn: number) =>
    app.until(threadId, (_tree, { thread }) => thread.turn === turn && thread.status === 'idle');
  assert.ok(((await isAtRest(2)).thread.grant?.tokens ?? 0) < 9000, 'what the message has left');
  await app.commands.regenerate(app.context(), { threadId });
  assert.deepEqual((await isAtRest(3)).thread.grant, { ...none, tokens: 9000 });
});
