import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget, BudgetUnit, Reason, ThreadNode } from '@retinue/protocol';
import { agentIdOf, totalTokens } from '@retinue/protocol';
import { openPaidApp, paid } from '../../../../../tests/support/apps/paid-app.ts';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, firstTask, newTask, succeed, toolFor } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { call, fail, hang, say, think } from '../../../../../tests/support/scripted/script-lines.ts';
import type { ModelRequest } from '../../ports/engine/model.ts';

const none: Budget = { tokens: null, costMicros: null, workMs: null, calls: null, tasks: null };
const team = [agent('boss', { subAgents: ['worker'], tools: ['look'] }), agent('worker', { tools: ['look'] })];
const look = toolFor('look', async ({ round }) => `saw ${String(round)}`, { effect: 'read' });
const isLast = ({ place, toolChoice }: ModelRequest) => place.kind === 'salvage' && toolChoice === 'none';

/** Uses its tool in every step, until it is told to answer. */
const looking: Script = (request) =>
  isLast(request) ? [say('Found so far: 7.')] : [call('look', { round: request.place.step })];

async function runWith(app: TestApp, budget: Partial<Budget>): Promise<ThreadNode> {
  const command = { agentId: agentIdOf('boss'), text: 'go', budget: { ...none, ...budget } };
  const opened = await app.commands.openChat(app.context(), command);
  if (opened.refusal) throw new Error(opened.refusal.code);
  app.retinue.start();
  return app.settled(opened.done.threadId);
}

test('[D30] a step may write no more output than its budget leaves', async () => {
  await using app = await openTestApp({ script: byAgent({ boss: looking }), agents: team, tools: [look] });
  await runWith(app, { tokens: 3000 });
  const bounds = app.model.requests.map(({ maxOutputTokens }) => maxOutputTokens ?? assert.fail('no bound'));
  assert.ok(bounds.length > 2);
  for (const bound of bounds) assert.ok(bound > 0 && bound < 3000, `${bound}`);
});

test('[D31][D31.2] a chat that has used up its tokens ends with one last answer, and names the bound', async () => {
  await using app = await openTestApp({ script: byAgent({ boss: looking }), agents: team, tools: [look] });
  const { thread } = await runWith(app, { tokens: 2500 });
  assert.equal(thread.status, 'failed');
  assert.equal(thread.outcome?.result, 'Found so far: 7.');
  assert.equal(thread.outcome?.limit, 'budget');
  assertBudget(thread.outcome?.reason, 'tokens', 2500);
  assert.equal(app.model.requests.filter(isLast).length, 1);
  assert.ok(thread.turnStats.tokens > 1250 && thread.turnStats.tokens <= 2500, `${thread.turnStats.tokens}`);
  assert.deepEqual(await app.findings(), []);
});

test('[D31] with a cap that fits only the first prompt the chat answers at once, without tools', async () => {
  await using app = await openTestApp({ script: byAgent({ boss: looking }), agents: team, tools: [look] });
  const { thread } = await runWith(app, { tokens: 700 });
  assert.equal(thread.outcome?.result, 'Found so far: 7.');
  assert.ok(thread.turnStats.tokens <= 700, `${thread.turnStats.tokens}`);
});

test('[D31] a budget of money is used up, and the chat ends with an answer', async () => {
  const agents = team.map(paid);
  const long: Script = (request) =>
    isLast(request)
      ? [say('Found so far: 7.')]
      : [think('hm '.repeat(request.place.step === 1 ? 3000 : 10)), call('look', { round: request.place.step })];
  await using app = await openPaidApp({ script: byAgent({ boss: long }), agents, tools: [look] });
  const { thread } = await runWith(app, { costMicros: 12_000 });
  const spent = app.paid.seen.reduce((sum, { costMicros }) => sum + costMicros, 0);
  assert.ok(spent > 9_000 && spent <= 12_000, `${spent}`);
  assert.equal(thread.outcome?.result, 'Found so far: 7.');
});

test('[D31] a chat whose working time is over ends with an answer as well', async () => {
  const script: Script = (request) => (isLast(request) ? [say('In time.')] : [say('well'), hang()]);
  await using app = await openTestApp({ script: byAgent({ boss: script }), agents: team, tools: [look] });
  const { thread } = await runWith(app, { workMs: 300 });
  assert.equal(thread.outcome?.result, 'In time.');
  assert.equal(thread.outcome?.limit, 'budget');
  assertBudget(thread.outcome?.reason, 'time', 300);
});

test('[D31] a chat whose only calls are refused by its budget gives a last answer', async () => {
  const same: Script = (request) => (isLast(request) ? [say('Without calls.')] : [call('look', { round: 0 })]);
  await using app = await openTestApp({ script: byAgent({ boss: same }), agents: team, tools: [look] });
  const { thread } = await runWith(app, { calls: 1 });
  assert.equal(thread.outcome?.result, 'Without calls.');
  assert.equal(thread.status, 'failed');
});

test('[D31.3] a chat with a budget that reaches its limit of steps gives a last answer as well', async () => {
  const agents = [agent('boss', { tools: ['look'], maxSteps: 3 })];
  await using app = await openTestApp({ script: byAgent({ boss: looking }), agents, tools: [look] });
  const { thread } = await runWith(app, { tokens: 100_000 });
  assert.equal(thread.outcome?.result, 'Found so far: 7.');
  assert.deepEqual([thread.status, thread.outcome?.reason?.code], ['failed', 'step-limit']);
});

test('[D31.1] the prompt of a last answer names the limit and the refused calls, and asks for what is missing', async () => {
  const same: Script = (request) => (isLast(request) ? [say('Without calls.')] : [call('look', { round: 0 })]);
  await using app = await openTestApp({ script: byAgent({ boss: same }), agents: team, tools: [look] });
  await runWith(app, { calls: 1 });
  const prompt = JSON.stringify(app.model.requests.find(isLast)?.messages);
  assert.match(prompt, /Not run: the budget allows no more calls/);
  assert.match(prompt, /It made no progress/);
  assert.match(prompt, /what is missing/);
});

test('[D31] a last answer that fails at a busy provider is requested again', async () => {
  const down = fail({ message: 'Overloaded.', isOutage: true, retryAfterMs: 1 });
  for (const [bound, budget] of [
    ['tokens', { tokens: 2500 }],
    ['working time', { workMs: 300 }],
  ] as const) {
    const script: Script = (request) => {
      if (isLast(request)) return request.place.attempt < 3 ? [down] : [say('Found so far: 7.')];
      return bound === 'tokens' ? [call('look', { round: request.place.step })] : [say('well'), hang()];
    };
    await using app = await openTestApp({ script: byAgent({ boss: script }), agents: team, tools: [look] });
    const { thread } = await runWith(app, budget);
    assert.equal(thread.outcome?.result, 'Found so far: 7.', bound);
    assert.equal(thread.outcome?.limit, 'budget');
    assert.equal(thread.turnStats.salvages, 1);
    assert.deepEqual(
      app.model.requests.filter(isLast).map(({ place }) => place.attempt),
      [1, 2, 3],
    );
    assert.deepEqual(await app.findings(), []);
  }
});

test('[D31] a last answer that a server stop cut off is requested again at the next start', async () => {
  const script = byAgent({
    boss: (request) => (isLast(request) ? [say('Found '), hang()] : [call('look', { round: request.place.step })]),
  });
  await using first = await openTestApp({ script, agents: team, tools: [look] });
  const command = { agentId: agentIdOf('boss'), text: 'go', budget: { ...none, tokens: 2500 } };
  const opened = await first.commands.openChat(first.context(), command);
  if (opened.refusal) throw new Error(opened.refusal.code);
  const rootId = opened.done.threadId;
  first.retinue.start();
  await first.until(rootId, ({ threads }) => threads[rootId]?.openStep?.kind === 'salvage');
  await first.stop(0);
  const { directory } = first;
  await using second = await openTestApp({
    script: byAgent({ boss: looking }),
    agents: team,
    tools: [look],
    directory,
  });
  second.retinue.start();
  const { thread } = await second.settled(rootId);
  assert.equal(thread.outcome?.result, 'Found so far: 7.');
});

test('[D32] a task leaves its parent enough for its last answer', async () => {
  const script = byAgent({
    boss: (request) =>
      isLast(request)
        ? [say('The answer.')]
        : [newTask('worker', `part ${request.place.step}`), newTask('worker', `more ${request.place.step}`)],
    worker: looking,
  });
  await using app = await openTestApp({ script, agents: team, tools: [look] });
  const { thread, usage } = await runWith(app, { tokens: 6000 });
  assert.equal(thread.outcome?.result, 'The answer.');
  assert.ok(totalTokens(usage) <= 6000, `${totalTokens(usage)}`);
});

test('[D32] a child with a small grant answers from it', async () => {
  const worker = { ...agent('worker', { tools: ['look'] }), budget: { ...none, tokens: 300 } };
  const script = byAgent({ boss: delegating(['worker', 'one']), worker: looking });
  await using app = await openTestApp({ script, agents: [team[0] ?? assert.fail(), worker], tools: [look] });
  const { task, status } = firstTask(await app.run('go'));
  assert.equal(status, 'failed');
  assert.equal(task.outcome?.result, 'Found so far: 7.');
  assertBudget(task.outcome?.reason, 'tokens', 300);
});

test('[D33] if no prompt fits, the turn ends without a model call, and names the required amount', async () => {
  await using app = await openTestApp({ script: byAgent({ boss: looking }), agents: team, tools: [look] });
  const { thread } = await runWith(app, { tokens: 20 });
  assert.equal(app.model.requests.length, 0);
  assert.equal(thread.status, 'failed');
  const { reason } = thread.outcome ?? {};
  assert.ok(reason?.code === 'budget-too-small' && reason.amount === 20 && reason.needed > 20);
});

test('[D34] an answer that the budget cuts off is partial, never a success', async () => {
  const story = 'word '.repeat(5000);
  await using app = await openTestApp({ script: byAgent({ boss: [say(story)] }), agents: team, tools: [look] });
  const { thread } = await runWith(app, { tokens: 3000 });
  assert.equal(thread.status, 'failed');
  assert.equal(thread.outcome?.limit, 'budget');
  assert.ok(story.startsWith(thread.outcome?.result ?? 'nothing') && thread.outcome?.result !== '');
  assertBudget(thread.outcome?.reason, 'tokens', 3000);
  assert.ok(thread.turnStats.tokens <= 3000, `${thread.turnStats.tokens}`);
});

test('[D34] a last answer that is cut off is kept up to the cut', async () => {
  const script = byAgent({
    boss: (request) =>
      resultsOf(request).length > 0 || isLast(request) ? [say('word '.repeat(9000))] : [call('look')],
    worker: [succeed('x')],
  });
  await using app = await openTestApp({ script, agents: team, tools: [look] });
  const { thread } = await runWith(app, { tokens: 700 });
  assert.equal(thread.status, 'failed');
  assert.match(thread.outcome?.result ?? '', /^word word/);
  assert.ok(thread.turnStats.tokens <= 720, `${thread.turnStats.tokens}`);
});

function assertBudget(reason: Reason | null | undefined, kind: BudgetUnit, amount: number): void {
  assert.ok(reason?.code === 'budget-reached' || reason?.code === 'budget-cut-answer');
  assert.deepEqual([reason.kind, reason.amount], [kind, amount]);
}
