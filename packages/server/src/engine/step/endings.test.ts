import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { delegating, firstTask, succeed, toolFor } from '../../../../../tests/support/scripts.ts';
import type { Script } from '../../models/script.ts';
import { byAgent, byAttempts, bySteps, inputsOf } from '../../models/script.ts';
import type { Line } from '../../models/script-lines.ts';
import { bug, call, callText, endless, fail, finish, hang, say, together, usage } from '../../models/script-lines.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['poll', 'askUser'] })];
const poll = toolFor('poll', async () => 'nothing new', { effect: 'read' });

function runWorker(worker: Script, limits: Parameters<typeof openHouse>[0]['limits'] = {}) {
  const script = byAgent({ boss: delegating(['worker', 'work']), worker });
  return openHouse({ script, agents: team, tools: [poll], limits });
}

const endings: [name: string, worker: Script, status: string, result: RegExp, reason: RegExp | null][] = [
  ['[D5] taskResult with success ends the task with that result', [succeed('found')], 'success', /^found$/, null],
  [
    '[D5] taskResult with error is a failed task',
    [call('taskResult', { result: 'no such place', status: 'error' })],
    'failed',
    /^no such place$/,
    /reported an error/,
  ],
  ['[D5] an empty result is a failure, not a short answer', [succeed('  ')], 'failed', /^\s*$/, /empty result/],
  [
    '[D5] ending in plain text counts as success with that text',
    [say('plain words')],
    'success',
    /^plain words$/,
    null,
  ],
  [
    '[D5.1] ending with neither gets one wrap-up step without tools',
    bySteps([finish('stop')], [say('wrapped up')]),
    'success',
    /^wrapped up$/,
    null,
  ],
  [
    '[D5.1] a blank wrap-up is a failed task with what was gathered',
    bySteps([say('gathered'), call('poll')], [finish('stop')], [say(' ')]),
    'failed',
    /^gathered$/,
    /without a result, and again/,
  ],
  [
    '[D5] an answer that was cut off at its length limit is a failure with the partial text',
    [say('half an ans'), finish('length')],
    'failed',
    /^half an ans$/,
    /cut off/,
  ],
  [
    '[D5] an answer that a content filter stopped is a failure',
    [say('I can'), finish('content-filter')],
    'failed',
    /^I can$/,
    /content filter/,
  ],
  ['[D6] a bug in a model adapter is a failed task, never a crash', [bug('oops')], 'failed', /^$/, /oops/],
];

for (const [name, worker, status, result, reason] of endings) {
  test(name, async () => {
    await using house = await runWorker(worker);
    const root = await house.run('go');
    const { task } = firstTask(root);
    assert.equal(firstTask(root).status, status);
    assert.match(task.outcome?.result ?? '', result);
    if (reason) assert.match(task.outcome?.reason ?? '', reason);
    else assert.equal(task.outcome?.reason, null);
    assert.equal(root.thread.status, 'idle');
  });
}

test('[D5.1] the wrap-up step offers its tools but forbids their use', async () => {
  await using house = await runWorker(bySteps([finish('stop')], [say('done')]));
  await house.run('go');
  const wrapUp = house.model.requests.filter(({ place }) => place.agentId === 'agt_worker')[1];
  assert.equal(wrapUp?.toolChoice, 'none');
  assert.ok(wrapUp?.tools.some(({ name }) => name === 'taskResult'));
});

const limited: [name: string, worker: Line[], limits: Parameters<typeof openHouse>[0]['limits'], reason: RegExp][] = [
  [
    '[D6] a child that never ends is failed at its limit of steps, with what it said',
    [say('still at it'), call('poll', { round: 'r' })],
    { maxSteps: 2 },
    /limit of 2 steps/,
  ],
  [
    '[D6] a child whose model falls silent is failed at its idle limit',
    [say('I think'), hang()],
    { idleMs: 30 },
    /Nothing came from the model for 30 ms/,
  ],
  [
    '[D6] a child that works for too long is failed at its working time',
    [endless('word ', { everyMs: 5 })],
    { maxWorkMs: 40 },
    /40 ms of working time/,
  ],
  [
    '[D6] a child that uses too many tokens is failed at its limit',
    [usage({ inputTokens: 900, outputTokens: 200 }), call('poll')],
    { maxTokens: 1000 },
    /limit of 1000 tokens/,
  ],
  [
    '[D6] an endless stream is cut at the bound of one step',
    [endless('0123456789')],
    { maxOutputChars: 5000 },
    /more than 5000 characters/,
  ],
  [
    '[D6] a step that asks for calls without end is cut at a bound of its own',
    [together(...Array.from({ length: 600 }, () => callText('poll', '')))],
    {},
    /more than 512 calls/,
  ],
  [
    '[D6] the same call with the same result three times is no progress',
    [call('poll', { same: 1 })],
    {},
    /no progress/,
  ],
];

for (const [name, worker, limits, reason] of limited) {
  test(name, async () => {
    // What it found is told in a step of its own, which must not go on for ever as well.
    const script: Script = ({ place }) => (place.kind === 'salvage' ? [say('So far.')] : worker);
    await using house = await runWorker(script, limits);
    const root = await house.run('go');
    assert.equal(firstTask(root).status, 'failed');
    assert.match(firstTask(root).task.outcome?.reason ?? '', reason);
    assert.equal(firstTask(root).child?.thread.status, 'failed');
    assert.match(root.thread.outcome?.result ?? '', reason, 'the parent is told which limit it was');
  });
}

test('[D6] what a child had said before its limit is kept as partial work', async () => {
  await using house = await runWorker([say('still at it'), call('poll', { round: 'r' })], { maxSteps: 2 });
  const root = await house.run('go');
  assert.match(firstTask(root).task.outcome?.result ?? '', /still at it/);
});

test('[E5] a provider error is tried three times with a growing wait, then the task fails with the words of the error', async () => {
  await using house = await runWorker([fail({ message: 'overloaded', retryable: true, retryAfterMs: 1 })]);
  const root = await house.run('go');
  const child = firstTask(root).child?.thread ?? assert.fail('no child');
  assert.equal(firstTask(root).task.outcome?.reason, 'overloaded');
  assert.equal(house.model.requests.filter(({ place }) => place.agentId === 'agt_worker').length, 3);
  assert.deepEqual(
    child.items.flatMap((item) => (item.type === 'step' ? [[item.step, item.attempt, item.cut?.final]] : [])),
    [[1, 3, true]],
  );
});

test('[E5.1] an error that a retry cannot mend is not tried again', async () => {
  await using house = await runWorker([fail({ message: 'the key was refused', retryable: false })]);
  const root = await house.run('go');
  assert.equal(firstTask(root).task.outcome?.reason, 'the key was refused');
  assert.equal(house.model.requests.filter(({ place }) => place.agentId === 'agt_worker').length, 1);
});

test('[E5.2] a step that is tried again hides what was cut, and what it cost is still counted', async () => {
  const worker = byAttempts(
    [say('half'), fail({ message: 'reset', retryable: true, retryAfterMs: 1 })],
    [say('whole')],
  );
  await using house = await runWorker(worker);
  const root = await house.run('go');
  const child = firstTask(root).child?.thread ?? assert.fail('no child');
  assert.equal(firstTask(root).task.outcome?.result, 'whole');
  assert.doesNotMatch(JSON.stringify(child.items), /half/);
  assert.ok(child.usage.estimatedTokens > 0);
});

test('[E5.3] a chat whose turn failed says so, and its next message works', async () => {
  const script = byAgent({ boss: bySteps([fail({ message: 'down', retryable: false })], [say('back')]) });
  await using house = await openHouse({ script, agents: team });
  const failed = await house.run('go');
  assert.deepEqual([failed.thread.status, failed.thread.outcome?.reason], ['failed', 'down']);
  await house.commands.sendMessage(house.wish(), { threadId: failed.thread.threadId, text: 'again' });
  const root = await house.settled(failed.thread.threadId);
  assert.deepEqual([root.thread.status, root.thread.outcome?.result], ['idle', 'back']);
});

test('[D5.1] a wrap-up that is tried again after a message came in answers that message, with its tools', async () => {
  const script = byAgent({
    boss: ({ place }) => (place.step === 1 ? [] : place.attempt === 1 ? [fail()] : [say('to both')]),
  });
  await using house = await openHouse({ script, agents: team });
  const rootId = await house.open('one');
  house.retinue.start();
  await house.until(rootId, (_tree, view) => view.thread.retryAt !== null);
  await house.commands.sendMessage(house.wish(), { threadId: rootId, text: 'two' });
  await house.settled(rootId);
  const last = house.model.requests.at(-1) ?? assert.fail('no request');
  assert.deepEqual([last.toolChoice, inputsOf(last)], ['auto', ['one', 'two']]);
});

test('[E5.3] what a turn was about to try again when it was stopped is not tried in the next one', async () => {
  const script = byAgent({
    boss: (request) => {
      if (inputsOf(request).includes('two')) return [say('to two')];
      return request.place.step === 1 ? [] : [say('Half a sent'), fail({ retryAfterMs: 30_000 })];
    },
  });
  await using house = await openHouse({ script, agents: team });
  const rootId = await house.open('one');
  house.retinue.start();
  await house.until(rootId, (_tree, view) => view.thread.retryAt !== null);
  await house.commands.cancelThread(house.wish(), { threadId: rootId });
  await house.commands.sendMessage(house.wish(), { threadId: rootId, text: 'two' });
  const { thread } = await house.settled(rootId);
  const last = house.model.requests.at(-1) ?? assert.fail('no request');
  assert.deepEqual([last.place.step, last.place.attempt, last.toolChoice], [3, 1, 'auto']);
  assert.deepEqual(inputsOf(last), ['one', 'two']);
  assert.deepEqual([thread.turnStats.steps, JSON.stringify(thread.items).includes('Half a sent')], [1, true]);
});
