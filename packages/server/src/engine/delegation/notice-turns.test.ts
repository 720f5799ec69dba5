import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget, ThreadId, ThreadNode } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId, remainderOf, totalTokens } from '@retinue/protocol';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { firstTask, newTask, succeed } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, hang, say } from '../../../../../tests/support/scripted/script-lines.ts';

const none: Budget = { tokens: null, costMicros: null, workMs: null, calls: null, tasks: null };
const acting = { ...agent('boss', { subAgents: ['worker'] }), actsOnNotices: true };

/** Opens another background task in every turn: its notice starts the next one. */
const restless: Script = byAgent({
  boss: (request) =>
    resultsOf(request).length > 0 || request.toolChoice === 'none'
      ? [say('Meanwhile.')]
      : [newTask('worker', `part ${request.place.step}`, { background: true })],
  worker: (request) => [barrier(inputsOf(request)[0] ?? ''), say('Here it is.')],
});

/** Lets one background task end whenever the chat rests, until none is left. */
async function playTurns(app: TestApp, threadId: ThreadId, most = 50): Promise<ThreadNode> {
  for (let played = 0; ; played += 1) {
    const view = await app.until(threadId, (_tree, { thread }) => thread.status !== 'active');
    const open = view.tasks.find(({ task }) => task.outcome === null);
    if (!open || played === most) return view;
    app.model.barriers.release(open.task.instruction);
    await app.until(threadId, (_tree, { tasks }) =>
      tasks.some(({ task }) => task.taskId === open.task.taskId && task.outcome !== null),
    );
  }
}

async function openWith(app: TestApp, budget: Partial<Budget>) {
  const command = { agentId: agentIdOf('boss'), text: 'go', budget: { ...none, ...budget } };
  const opened = await app.commands.openChat(app.context(), command);
  if (opened.refusal) throw new Error(opened.refusal.code);
  app.retinue.start();
  return opened.done.threadId;
}

test('[D35] turns that notices start share the remainder of the message that led to the task', async () => {
  const limits = { budget: { ...none, tokens: 12_000 }, maxNoticeTurns: 100 };
  await using app = await openTestApp({ script: restless, agents: [acting, agent('worker')], limits });
  const { thread, usage } = await playTurns(app, await openWith(app, {}));
  const dearest = 1500;
  assert.ok(thread.turn > 1, 'news began turns');
  assert.ok(totalTokens(usage) <= 12_000 + 2 * dearest, `${totalTokens(usage)} tokens in ${thread.turn} turns`);
  assert.deepEqual(await app.findings(), []);
});

test('[D35.1] a result that comes when the budget is spent starts no turn, and is a notice', async () => {
  const long = 'x'.repeat(40_000);
  const script = byAgent({
    boss: ({ place: { step } }) => [step === 1 ? newTask('worker', 'side', { background: true }) : say(long)],
    worker: [barrier('side'), say(long)],
  });
  await using app = await openTestApp({ script, agents: [acting, agent('worker')] });
  const threadId = await openWith(app, { tokens: 1200 });
  await app.until(threadId, (_tree, { thread }) => thread.status !== 'active');
  app.model.barriers.release('side');
  const { thread } = await app.until(threadId, (_tree, { tasks }) => tasks.every(({ task }) => task.outcome));
  assert.equal(thread.turn, 1);
  assert.equal((await app.log.readModels.chat(localWorkspaceId, threadId))?.unread, 1);
});

test('[D35.2] a person who writes during such a turn gives it the whole budget of a message', async () => {
  const script = byAgent({
    boss: ({ place: { step } }) => {
      if (step === 1) return [say('x'.repeat(4000)), newTask('worker', 'side', { background: true })];
      return step === 3 ? [barrier('reacting'), say('Noted.')] : [say('Meanwhile.')];
    },
    worker: [barrier('side'), say('Here it is.')],
  });
  const limits = { budget: { ...none, tokens: 20_000 } };
  await using app = await openTestApp({ script, agents: [acting, agent('worker')], limits });
  const threadId = await openWith(app, {});
  await app.until(threadId, (_tree, { thread }) => thread.status === 'idle');
  app.model.barriers.release('side');
  await app.model.barriers.reached('reacting');
  const before = await app.view(threadId);
  assert.ok((before.thread.grant?.tokens ?? 0) < 18_000);
  const writeTwice = async () => {
    await app.commands.sendMessage(app.context(), { threadId, text: 'and now?' });
    await app.commands.sendMessage(app.context(), { threadId, text: 'well?' });
  };
  await writeTwice();
  const after = await app.view(threadId);
  assert.equal(remainderOf(after.thread)?.tokens, 20_000);
  app.model.barriers.release('reacting');
  assert.equal((await app.settled(threadId)).thread.outcome?.result, 'Meanwhile.');
});

test('[D36] notices start a limited number of turns for one message, then they wait to be read', async () => {
  await using app = await openTestApp({ script: restless, agents: [acting, agent('worker')] });
  const threadId = await openWith(app, {});
  const { thread } = await playTurns(app, threadId);
  assert.equal(thread.turn, 1 + 8);
  assert.equal(thread.status, 'idle');
  assert.equal((await app.log.readModels.chat(localWorkspaceId, threadId))?.unread, 1);
  await app.commands.sendMessage(app.context(), { threadId, text: 'again' });
  assert.equal((await playTurns(app, threadId)).thread.turn, 2 * 9, 'a person began a turn');
});

test('[D36] a workspace sets how many turns notices may start', async () => {
  const limits = { maxNoticeTurns: 0 };
  await using app = await openTestApp({ script: restless, agents: [acting, agent('worker')], limits });
  const { thread } = await playTurns(app, await openWith(app, {}));
  assert.equal(thread.turn, 1);
});

test('[D37] a message that is answered again while a child works for a person has its whole budget', async () => {
  const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
  const script = byAgent({
    boss: (request) => (request.place.step === 1 ? [newTask('worker', 'one')] : [say(`Done ${request.place.step}.`)]),
    worker: bySteps([succeed('found')], [barrier('more'), hang()]),
  });
  await using app = await openTestApp({ script, agents, limits: { budget: { ...none, tokens: 9000 } } });
  const root = await app.run('go');
  const { threadId } = root.thread;
  await app.commands.sendMessage(app.context(), { threadId, text: 'second' });
  await app.until(threadId, (_tree, { thread }) => thread.turn === 2 && thread.status === 'idle');
  await app.commands.sendMessage(app.context(), { threadId: firstTask(root).task.childThreadId, text: 'and more' });
  await app.model.barriers.reached('more');
  await app.commands.regenerate(app.context(), { threadId });
  const again = await app.until(threadId, (_tree, { thread }) => thread.turn === 3 && thread.status !== 'active');
  assert.equal(again.thread.outcome?.reason, null);
  assert.match(again.thread.outcome?.result ?? '', /^Done/);
  assert.ok((remainderOf(again.thread)?.tokens ?? 0) > 8000);
  await app.commands.cancelThread(app.context(), { threadId });
});
