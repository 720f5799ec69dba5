import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reason } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, firstTask, succeed, toolFor } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, byAttempts, bySteps, inputsOf } from '../../../../../tests/support/scripted/script.ts';
import type { Line } from '../../../../../tests/support/scripted/script-lines.ts';
import {
  bug,
  call,
  callText,
  endless,
  fail,
  finish,
  hang,
  say,
  together,
  usage,
} from '../../../../../tests/support/scripted/script-lines.ts';
import { reasonForModel } from '../../prompts/reasons/reason-for-model.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['poll', 'askUser'] })];
const poll = toolFor('poll', async () => 'nothing new', { effect: 'read' });

function runWorker(worker: Script, limits: Parameters<typeof openTestApp>[0]['limits'] = {}) {
  const script = byAgent({ boss: delegating(['worker', 'work']), worker });
  return openTestApp({ script, agents: team, tools: [poll], limits });
}

const endings: [name: string, worker: Script, status: string, result: RegExp, reason: Reason | null][] = [
  ['[D5] taskResult with success ends the task with that result', [succeed('found')], 'success', /^found$/, null],
  [
    '[D5] taskResult with error is a failed task',
    [call('taskResult', { result: 'no such place', status: 'error' })],
    'failed',
    /^no such place$/,
    { code: 'reported-error' },
  ],
  [
    '[D5] an empty result is a failure, not a short answer',
    [succeed('  ')],
    'failed',
    /^\s*$/,
    { code: 'empty-result' },
  ],
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
    '[D5.1] a blank wrap-up is a failed task with the gathered work',
    bySteps([say('gathered'), call('poll')], [finish('stop')], [say(' ')]),
    'failed',
    /^gathered$/,
    { code: 'no-result' },
  ],
  [
    '[D5] an answer that was cut off at its length limit is a failure with the partial text',
    [say('half an ans'), finish('length')],
    'failed',
    /^half an ans$/,
    { code: 'answer-truncated' },
  ],
  [
    '[D5] an answer that a content filter stopped is a failure',
    [say('I can'), finish('content-filter')],
    'failed',
    /^I can$/,
    { code: 'content-filter' },
  ],
  [
    '[D6] a bug in a model adapter is a failed task, never a crash',
    [bug('oops')],
    'failed',
    /^$/,
    { code: 'model-failed', text: 'oops' },
  ],
];

for (const [name, worker, status, result, reason] of endings) {
  test(name, async () => {
    await using app = await runWorker(worker);
    const root = await app.run('go');
    const { task } = firstTask(root);
    assert.equal(firstTask(root).status, status);
    assert.match(task.outcome?.result ?? '', result);
    assert.deepEqual(task.outcome?.reason, reason);
    assert.equal(root.thread.status, 'idle');
  });
}

test('[D5.1] the wrap-up step offers its tools but forbids their use', async () => {
  await using app = await runWorker(bySteps([finish('stop')], [say('done')]));
  await app.run('go');
  const wrapUp = app.model.requests.filter(({ place }) => place.agentId === 'agt_worker')[1];
  assert.equal(wrapUp?.toolChoice, 'none');
  assert.ok(wrapUp?.tools.some(({ name }) => name === 'taskResult'));
});

const limited: [name: string, worker: Line[], limits: Parameters<typeof openTestApp>[0]['limits'], reason: Reason][] = [
  [
    '[D6] a child that never ends fails at its limit of steps, with its texts',
    [say('still at it'), call('poll', { round: 'r' })],
    { maxSteps: 2 },
    { code: 'step-limit', maxSteps: 2 },
  ],
  [
    '[D6] a child whose model falls silent fails at its idle limit',
    [say('I think'), hang()],
    { idleMs: 30 },
    { code: 'silence', ms: 30 },
  ],
  [
    '[D6] a child that works for too long fails at its working time',
    [endless('word ', { everyMs: 5 })],
    { maxWorkMs: 40 },
    { code: 'work-time-limit', maxMs: 40 },
  ],
  [
    '[D6] a child that uses too many tokens fails at its limit',
    [usage({ inputTokens: 900, outputTokens: 200 }), call('poll')],
    { maxTokens: 1000 },
    { code: 'token-limit', maxTokens: 1000 },
  ],
  [
    '[D6] an endless stream is cut at the bound of one step',
    [endless('0123456789')],
    { maxOutputChars: 5000 },
    { code: 'output-limit', maxChars: 5000 },
  ],
  [
    '[D6] a step with endless calls is cut at a separate bound',
    [together(...Array.from({ length: 600 }, () => callText('poll', '')))],
    {},
    { code: 'too-many-calls', maxCalls: 512 },
  ],
  [
    '[D6] the same call with the same result three times is no progress',
    [call('poll', { same: 1 })],
    {},
    { code: 'no-progress' },
  ],
];

for (const [name, worker, limits, reason] of limited) {
  test(name, async () => {
    // Its findings come in a separate step, which must be bounded as well.
    const script: Script = ({ place }) => (place.kind === 'salvage' ? [say('So far.')] : worker);
    await using app = await runWorker(script, limits);
    const root = await app.run('go');
    assert.equal(firstTask(root).status, 'failed');
    assert.deepEqual(firstTask(root).task.outcome?.reason, reason);
    assert.equal(firstTask(root).child?.thread.status, 'failed');
    const told = root.thread.outcome?.result ?? '';
    assert.ok(told.includes(reasonForModel(reason)), 'the parent is told which limit it was');
  });
}

test("[D6.4] a child's texts from before its limit are kept as partial work", async () => {
  await using app = await runWorker([say('still at it'), call('poll', { round: 'r' })], { maxSteps: 2 });
  const root = await app.run('go');
  assert.match(firstTask(root).task.outcome?.result ?? '', /still at it/);
});

test('[E5] a provider error is retried up to three attempts with a growing wait, then the task fails with its message', async () => {
  await using app = await runWorker([fail({ message: 'overloaded', retryable: true, retryAfterMs: 1 })]);
  const root = await app.run('go');
  const child = firstTask(root).child?.thread ?? assert.fail('no child');
  assert.deepEqual(firstTask(root).task.outcome?.reason, { code: 'provider-error', text: 'overloaded' });
  assert.equal(app.model.requests.filter(({ place }) => place.agentId === 'agt_worker').length, 3);
  assert.deepEqual(
    child.items.flatMap((item) => (item.type === 'step' ? [[item.step, item.attempt, item.cut?.final]] : [])),
    [[1, 3, true]],
  );
});

test('[E5.1] an error that a retry cannot fix is not retried', async () => {
  await using app = await runWorker([fail({ message: 'the key was refused', retryable: false })]);
  const root = await app.run('go');
  assert.deepEqual(firstTask(root).task.outcome?.reason, { code: 'provider-error', text: 'the key was refused' });
  assert.equal(app.model.requests.filter(({ place }) => place.agentId === 'agt_worker').length, 1);
});

test('[E5.2] a retried step hides the cut text, and its cost still counts', async () => {
  const worker = byAttempts(
    [say('half'), fail({ message: 'reset', retryable: true, retryAfterMs: 1 })],
    [say('whole')],
  );
  await using app = await runWorker(worker);
  const root = await app.run('go');
  const child = firstTask(root).child?.thread ?? assert.fail('no child');
  assert.equal(firstTask(root).task.outcome?.result, 'whole');
  assert.doesNotMatch(JSON.stringify(child.items), /half/);
  assert.ok(child.usage.estimatedTokens > 0);
});

test('[E5.3] a chat whose turn failed says so, and its next message works', async () => {
  const script = byAgent({ boss: bySteps([fail({ message: 'down', retryable: false })], [say('back')]) });
  await using app = await openTestApp({ script, agents: team });
  const failed = await app.run('go');
  assert.equal(failed.thread.status, 'failed');
  assert.deepEqual(failed.thread.outcome?.reason, { code: 'provider-error', text: 'down' });
  await app.commands.sendMessage(app.context(), { threadId: failed.thread.threadId, text: 'again' });
  const root = await app.settled(failed.thread.threadId);
  assert.deepEqual([root.thread.status, root.thread.outcome?.result], ['idle', 'back']);
});

test('[D5.1] a wrap-up that is retried after a message came in answers that message, with its tools', async () => {
  const script = byAgent({
    boss: ({ place }) => (place.step === 1 ? [] : place.attempt === 1 ? [fail()] : [say('to both')]),
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('one');
  app.retinue.start();
  await app.until(rootId, (_tree, view) => view.thread.retryAt !== null);
  await app.commands.sendMessage(app.context(), { threadId: rootId, text: 'two' });
  await app.settled(rootId);
  const last = app.model.requests.at(-1) ?? assert.fail('no request');
  assert.deepEqual([last.toolChoice, inputsOf(last)], ['auto', ['one', 'two']]);
});

test('[E5.3] a retry that a stop canceled is not made in the next turn', async () => {
  const script = byAgent({
    boss: (request) => {
      if (inputsOf(request).includes('two')) return [say('to two')];
      return request.place.step === 1 ? [] : [say('Half a sent'), fail({ retryAfterMs: 30_000 })];
    },
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('one');
  app.retinue.start();
  await app.until(rootId, (_tree, view) => view.thread.retryAt !== null);
  await app.commands.cancelThread(app.context(), { threadId: rootId });
  await app.commands.sendMessage(app.context(), { threadId: rootId, text: 'two' });
  const { thread } = await app.settled(rootId);
  const last = app.model.requests.at(-1) ?? assert.fail('no request');
  assert.deepEqual([last.place.step, last.place.attempt, last.toolChoice], [3, 1, 'auto']);
  assert.deepEqual(inputsOf(last), ['one', 'two']);
  assert.deepEqual([thread.turnStats.steps, JSON.stringify(thread.items).includes('Half a sent')], [1, true]);
});
