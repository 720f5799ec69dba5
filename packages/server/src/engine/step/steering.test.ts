import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { firstTask, newTask, succeed, toolFor } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, say, together } from '../../../../../tests/support/scripted/script-lines.ts';
import { messagesOf } from '../../views/messages.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['look'] })];
const look = toolFor('look', async () => 'seen', { effect: 'read' });
const values: Parameters<typeof bySteps>[0] = (request) => [
  say(JSON.stringify(resultsOf(request).map(({ value }) => value))),
];

test("[D12.9] a running child reads a person's message at its next step, its parent learns of it, and its sibling continues", async () => {
  const script = byAgent({
    boss: bySteps([together(newTask('worker', 'steered'), newTask('worker', 'other'))], values),
    worker: (request) => {
      if (inputsOf(request)[0] === 'other') return [barrier('other'), succeed('as it was asked')];
      const { step } = request.place;
      return step === 1 ? [barrier('steered'), call('look')] : [succeed(`minds ${inputsOf(request).slice(1).join()}`)];
    },
  });
  await using app = await openTestApp({ script, agents: team, tools: [look] });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('steered');
  await app.model.barriers.reached('other');
  const threadId = firstTask(await app.view(rootId)).task.childThreadId;
  await app.commands.sendMessage(app.context(), { threadId, text: 'Only the capitals' });
  const child = async () => (await app.tree(rootId)).threads[threadId] ?? assert.fail('no child');
  const receipt = async () => messagesOf(await child()).find(({ from }) => from === 'person')?.seenAtStep;
  assert.equal(await receipt(), null, 'it waits to be read');
  app.model.barriers.release('steered');
  await app.until(rootId, (_tree, view) => firstTask(view).status === 'success');
  assert.equal(await receipt(), 2);
  assert.equal(messagesOf(await child()).find(({ from }) => from === 'parent')?.seenAtStep, 1);
  assert.equal(app.model.barriers.waiting('other'), 1, 'the sibling is where it was');
  app.model.barriers.release('other');
  const [steered, other] = JSON.parse((await app.settled(rootId)).thread.outcome?.result ?? '');
  assert.equal(steered.result, 'minds Only the capitals');
  assert.deepEqual(steered.notes, ["A person's message: Only the capitals"]);
  assert.deepEqual([other.result, other.notes], ['as it was asked', undefined]);
});

test("[D12.10] the report to the parent about a person's messages is bounded", async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'steered')], values),
    worker: bySteps([barrier('steered'), call('look')], [succeed('done')]),
  });
  await using app = await openTestApp({ script, agents: team, tools: [look] });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('steered');
  const threadId = firstTask(await app.view(rootId)).task.childThreadId;
  for (let index = 1; index <= 7; index += 1) {
    await app.commands.sendMessage(app.context(), { threadId, text: `${index} ${'x'.repeat(2000)}` });
  }
  app.model.barriers.release('steered');
  const [{ notes }] = JSON.parse((await app.settled(rootId)).thread.outcome?.result ?? '');
  assert.equal(notes.length, 6);
  assert.equal(notes[0], 'Earlier messages of people, left out here: 2.');
  assert.ok(notes.every((note: string) => note.length < 400));
});

test('[D12.9] a running chat reads new messages at its next step, and records the step of each', async () => {
  const script = byAgent({
    boss: bySteps([barrier('first'), call('look')], (request) => [say(inputsOf(request).join(' + '))]),
  });
  const boss = agent('boss', { tools: ['look'] });
  await using app = await openTestApp({ script, agents: [boss], tools: [look] });
  const threadId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('first');
  await app.commands.sendMessage(app.context(), { threadId, text: 'and this' });
  app.model.barriers.release('first');
  const root = await app.settled(threadId);
  assert.equal(root.thread.outcome?.result, 'go + and this');
  const receipts = messagesOf(root.thread).flatMap(({ from, seenAtStep }) => (from === 'person' ? [seenAtStep] : []));
  assert.deepEqual(receipts, [1, 2]);
});
