import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget, ThreadId, ThreadNode } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId, remainderOf, totalTokens } from '@retinue/protocol';
import type { House } from '../../../../../tests/support/house.ts';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { firstTask, newTask, succeed } from '../../../../../tests/support/scripts.ts';
import type { Script } from '../../models/script.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../models/script.ts';
import { barrier, hang, say } from '../../models/script-lines.ts';

const none: Budget = { tokens: null, costMicros: null, workMs: null, calls: null, tasks: null };
const acting = { ...agent('boss', { subAgents: ['worker'] }), actsOnNotices: true };

/** Sends another background task in every turn: news of it begins the next one. */
const restless: Script = byAgent({
  boss: (request) =>
    resultsOf(request).length > 0 || request.toolChoice === 'none'
      ? [say('Meanwhile.')]
      : [newTask('worker', `part ${request.place.step}`, { background: true })],
  worker: (request) => [barrier(inputsOf(request)[0] ?? ''), say('Here it is.')],
});

/** Lets one background task end whenever the chat rests, until none is left. */
async function playTurns(house: House, threadId: ThreadId, most = 50): Promise<ThreadNode> {
  for (let played = 0; ; played += 1) {
    const view = await house.until(threadId, (_tree, { thread }) => thread.status !== 'active');
    const open = view.tasks.find(({ task }) => task.outcome === null);
    if (!open || played === most) return view;
    house.model.barriers.release(open.task.instruction);
    await house.until(threadId, (_tree, { tasks }) =>
      tasks.some(({ task }) => task.taskId === open.task.taskId && task.outcome !== null),
    );
  }
}

async function openWith(house: House, budget: Partial<Budget>) {
  const command = { agentId: agentIdOf('boss'), text: 'go', budget: { ...none, ...budget } };
  const opened = await house.commands.openChat(house.wish(), command);
  if (opened.refusal) throw new Error(opened.refusal.code);
  house.retinue.start();
  return opened.done.threadId;
}

test('[D35] turns that news begins share what the message that sent the task has left', async () => {
  const limits = { budget: { ...none, tokens: 12_000 }, maxNoticeTurns: 100 };
  await using house = await openHouse({ script: restless, agents: [acting, agent('worker')], limits });
  const { thread, usage } = await playTurns(house, await openWith(house, {}));
  const dearest = 1500;
  assert.ok(thread.turn > 1, 'news began turns');
  assert.ok(totalTokens(usage) <= 12_000 + 2 * dearest, `${totalTokens(usage)} tokens in ${thread.turn} turns`);
  assert.deepEqual(await house.findings(), []);
});

test('[D35] a person who writes during such a turn has the whole budget of a message', async () => {
  const script = byAgent({
    boss: ({ place: { step } }) => {
      if (step === 1) return [say('x'.repeat(4000)), newTask('worker', 'side', { background: true })];
      return step === 3 ? [barrier('reacting'), say('Noted.')] : [say('Meanwhile.')];
    },
    worker: [barrier('side'), say('Here it is.')],
  });
  const limits = { budget: { ...none, tokens: 20_000 } };
  await using house = await openHouse({ script, agents: [acting, agent('worker')], limits });
  const threadId = await openWith(house, {});
  await house.until(threadId, (_tree, { thread }) => thread.status === 'idle');
  house.model.barriers.release('side');
  await house.model.barriers.reached('reacting');
  const before = await house.view(threadId);
  assert.ok((before.thread.grant?.tokens ?? 0) < 18_000);
  const writeTwice = async () => {
    await house.commands.sendMessage(house.wish(), { threadId, text: 'and now?' });
    await house.commands.sendMessage(house.wish(), { threadId, text: 'well?' });
  };
  await writeTwice();
  const after = await house.view(threadId);
  assert.equal(remainderOf(after.thread)?.tokens, 20_000);
  house.model.barriers.release('reacting');
  assert.equal((await house.settled(threadId)).thread.outcome?.result, 'Meanwhile.');
});

test('[D36] news begins so many turns for one message, then it waits to be read', async () => {
  await using house = await openHouse({ script: restless, agents: [acting, agent('worker')] });
  const threadId = await openWith(house, {});
  const { thread } = await playTurns(house, threadId);
  assert.equal(thread.turn, 1 + 8);
  assert.equal(thread.status, 'idle');
  assert.equal((await house.log.readModels.chat(localWorkspaceId, threadId))?.unread, 1);
  await house.commands.sendMessage(house.wish(), { threadId, text: 'again' });
  assert.equal((await playTurns(house, threadId)).thread.turn, 2 * 9, 'a person began a turn');
});

test('[D36] a workspace sets how many turns news may begin', async () => {
  const limits = { maxNoticeTurns: 0 };
  await using house = await openHouse({ script: restless, agents: [acting, agent('worker')], limits });
  const { thread } = await playTurns(house, await openWith(house, {}));
  assert.equal(thread.turn, 1);
});

test('[D37] a message that is answered anew while a child works that a person continued has its whole budget', async () => {
  const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
  const script = byAgent({
    boss: (request) => (request.place.step === 1 ? [newTask('worker', 'one')] : [say(`Done ${request.place.step}.`)]),
    worker: bySteps([succeed('found')], [barrier('more'), hang()]),
  });
  await using house = await openHouse({ script, agents, limits: { budget: { ...none, tokens: 9000 } } });
  const root = await house.run('go');
  const { threadId } = root.thread;
  await house.commands.sendMessage(house.wish(), { threadId, text: 'second' });
  await house.until(threadId, (_tree, { thread }) => thread.turn === 2 && thread.status === 'idle');
  await house.commands.sendMessage(house.wish(), { threadId: firstTask(root).task.childThreadId, text: 'and more' });
  await house.model.barriers.reached('more');
  await house.commands.regenerate(house.wish(), { threadId });
  const again = await house.until(threadId, (_tree, { thread }) => thread.turn === 3 && thread.status !== 'active');
  assert.equal(again.thread.outcome?.reason, null);
  assert.match(again.thread.outcome?.result ?? '', /^Done/);
  assert.ok((remainderOf(again.thread)?.tokens ?? 0) > 8000);
  await house.commands.cancelThread(house.wish(), { threadId });
});
