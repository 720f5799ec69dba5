import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { firstTask, newTask, succeed, toolFor } from '../../../../../tests/support/scripts.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../models/script.ts';
import { barrier, call, say, together } from '../../models/script-lines.ts';
import { messagesOf } from '../../projections/messages.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['look'] })];
const look = toolFor('look', async () => 'seen', { effect: 'read' });
const values: Parameters<typeof bySteps>[0] = (request) => [
  say(JSON.stringify(resultsOf(request).map(({ value }) => value))),
];

test('[D12.9] a person steers a child at work: it reads that at its next step, its parent is told, and its sibling goes on', async () => {
  const script = byAgent({
    boss: bySteps([together(newTask('worker', 'steered'), newTask('worker', 'other'))], values),
    worker: (request) => {
      if (inputsOf(request)[0] === 'other') return [barrier('other'), succeed('as it was asked')];
      const { step } = request.place;
      return step === 1 ? [barrier('steered'), call('look')] : [succeed(`minds ${inputsOf(request).slice(1).join()}`)];
    },
  });
  await using house = await openHouse({ script, agents: team, tools: [look] });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('steered');
  await house.model.barriers.reached('other');
  const threadId = firstTask(await house.view(rootId)).task.childThreadId;
  await house.commands.sendMessage(house.wish(), { threadId, text: 'Only the capitals' });
  const child = async () => (await house.tree(rootId)).threads[threadId] ?? assert.fail('no child');
  const receipt = async () => messagesOf(await child()).find(({ from }) => from === 'person')?.seenAtStep;
  assert.equal(await receipt(), null, 'it waits to be read');
  house.model.barriers.release('steered');
  await house.until(rootId, (_tree, view) => firstTask(view).status === 'success');
  assert.equal(await receipt(), 2);
  assert.equal(messagesOf(await child()).find(({ from }) => from === 'parent')?.seenAtStep, 1);
  assert.equal(house.model.barriers.waiting('other'), 1, 'the sibling is where it was');
  house.model.barriers.release('other');
  const [steered, other] = JSON.parse((await house.settled(rootId)).thread.outcome?.result ?? '');
  assert.equal(steered.result, 'minds Only the capitals');
  assert.deepEqual(steered.notes, ['A person told it: Only the capitals']);
  assert.deepEqual([other.result, other.notes], ['as it was asked', undefined]);
});

test('[D12.10] what the parent is told of a person is bounded', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'steered')], values),
    worker: bySteps([barrier('steered'), call('look')], [succeed('done')]),
  });
  await using house = await openHouse({ script, agents: team, tools: [look] });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('steered');
  const threadId = firstTask(await house.view(rootId)).task.childThreadId;
  for (let index = 1; index <= 7; index += 1) {
    await house.commands.sendMessage(house.wish(), { threadId, text: `${index} ${'x'.repeat(2000)}` });
  }
  house.model.barriers.release('steered');
  const [{ notes }] = JSON.parse((await house.settled(rootId)).thread.outcome?.result ?? '');
  assert.equal(notes.length, 6);
  assert.equal(notes[0], 'A person told it 2 more before.');
  assert.ok(notes.every((note: string) => note.length < 400));
});

test('[D12.9] a chat at work reads new words at its next step, and says at which it read each', async () => {
  const script = byAgent({
    boss: bySteps([barrier('first'), call('look')], (request) => [say(inputsOf(request).join(' + '))]),
  });
  const boss = agent('boss', { tools: ['look'] });
  await using house = await openHouse({ script, agents: [boss], tools: [look] });
  const threadId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('first');
  await house.commands.sendMessage(house.wish(), { threadId, text: 'and this' });
  house.model.barriers.release('first');
  const root = await house.settled(threadId);
  assert.equal(root.thread.outcome?.result, 'go + and this');
  const receipts = messagesOf(root.thread).flatMap(({ from, seenAtStep }) => (from === 'person' ? [seenAtStep] : []));
  assert.deepEqual(receipts, [1, 2]);
});
