import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, firstTask, succeed, told, toolFor } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import {
  barrier,
  call,
  callText,
  callWithKey,
  say,
  think,
  together,
} from '../../../../../tests/support/scripted/script-lines.ts';
import { parseArgs } from '../calls/parse-args.ts';

const team = [agent('boss', { subAgents: ['worker'], tools: ['echo', 'big', 'slow', 'askUser'] }), agent('worker')];
const echo = toolFor('echo', async (args) => args.word ?? null, { effect: 'read' });

test('[E7] a message that arrives during a step is not part of its prompt, and the thread does not end before it was read', async () => {
  const script = byAgent({
    boss: bySteps([barrier('first'), say('to the first')], (request) => [say(`to ${inputsOf(request).at(-1)}`)]),
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('one');
  app.retinue.start();
  await app.model.barriers.reached('first');
  await app.commands.sendMessage(app.context(), { threadId: rootId, text: 'two' });
  app.model.barriers.release('first');
  const root = await app.settled(rootId);
  assert.deepEqual(
    app.model.requests.map((request) => inputsOf(request)),
    [['one'], ['one', 'two']],
  );
  assert.deepEqual(
    app.model.requests[1]?.messages.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  );
  assert.equal(root.thread.outcome?.result, 'to two');
});

test('[E7] a message to a parent that waits for its children is placed after their results', async () => {
  const script = byAgent({
    boss: bySteps(delegating(['worker', 'a']), (request) => [say(inputsOf(request).at(-1) ?? '')]),
    worker: [barrier('work'), succeed('ok')],
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('one');
  app.retinue.start();
  await app.model.barriers.reached('work');
  await app.commands.sendMessage(app.context(), { threadId: rootId, text: 'two' });
  app.model.barriers.release('work');
  const root = await app.settled(rootId);
  assert.deepEqual(
    app.model.requests.at(-1)?.messages.map(({ role }) => role),
    ['user', 'assistant', 'tool', 'user'],
  );
  assert.equal(root.thread.outcome?.result, 'two');
});

const malformed: [name: string, line: Parameters<typeof together>[0], answer: RegExp][] = [
  ['arguments that are not JSON', callText('echo', '{"word": "he'), /not valid JSON/],
  ['a tool that there is not', call('nothing', {}), /no tool "nothing".*echo/],
  ['arguments of the wrong type', callText('newTask', '{"task": 7}'), /don't fit: task: /],
  [
    'arguments that are nested too deep',
    callText('echo', `{"word":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
    /nested more than 64 deep/,
  ],
  ['a tool that is only for children', call('taskResult', { result: 'x', status: 'success' }), /no tool "taskResult"/],
];

for (const [name, line, answer] of malformed) {
  test(`[E8] ${name}: the call is never run, the model gets an error, and the next message works`, async () => {
    const script = byAgent({
      boss: (request) =>
        inputsOf(request).length === 2
          ? [say('fine again')]
          : resultsOf(request).length > 0
            ? [say(told(resultsOf(request)[0]?.value ?? null))]
            : [together(line)],
    });
    await using app = await openTestApp({ script, agents: team, tools: [echo] });
    const root = await app.run('go');
    assert.match(root.thread.outcome?.result ?? '', answer);
    await app.commands.sendMessage(app.context(), { threadId: root.thread.threadId, text: 'and now?' });
    const after = await app.settled(root.thread.threadId);
    assert.equal(after.thread.outcome?.result, 'fine again');
  });
}

test('[S4] calls with the same provider id in one step, and again in the next, stay separate', async () => {
  const words = (request: Parameters<typeof resultsOf>[0]) =>
    resultsOf(request)
      .map(({ value }) => told(value))
      .join(' ');
  const script = byAgent({
    boss: bySteps(
      [together(callWithKey('same', 'echo', { word: 'one' }), callWithKey('same', 'echo', { word: 'two' }))],
      (request) => [say(words(request)), callWithKey('same', 'echo', { word: 'three' })],
      (request) => [say(words(request))],
    ),
  });
  await using app = await openTestApp({ script, agents: team, tools: [echo] });
  const root = await app.run('go');
  const calls = root.thread.items.flatMap((item) => (item.type === 'step' ? item.calls : []));
  assert.deepEqual(
    calls.map(({ status, output }) => [status, output?.value]),
    [
      ['done', 'one'],
      ['done', 'two'],
      ['done', 'three'],
    ],
  );
  assert.equal(new Set(calls.map(({ callId }) => callId)).size, 3);
});

test('[E9] a result of 50 MB goes to a blob, and the model sees the beginning with a marker', async () => {
  const text = 'x'.repeat(50 * 1024 * 1024);
  const big = toolFor('big', async () => text, { effect: 'read', outputBytes: 1000 });
  const script = byAgent({
    boss: bySteps([call('big')], (request) => [say(told(resultsOf(request)[0]?.value ?? null).slice(990))]),
  });
  await using app = await openTestApp({ script, agents: team, tools: [big] });
  const root = await app.run('go');
  assert.match(root.thread.outcome?.result ?? '', /^x{10}\n\[… cut here: the first 1000 of 52428800 bytes/);
  const blob = root.thread.items.flatMap((item) => (item.type === 'step' ? item.calls : []))[0]?.output?.blob;
  assert.equal((await app.log.feed.getBlob(blob ?? ''))?.length, text.length);
});

test('[E9] a result of more than 50 MB is refused with the remedy', async () => {
  const big = toolFor('big', async () => 'x'.repeat(50 * 1024 * 1024 + 1), { effect: 'read' });
  const script = byAgent({
    boss: bySteps([call('big')], (request) => [say(told(resultsOf(request)[0]?.value ?? null))]),
  });
  await using app = await openTestApp({ script, agents: team, tools: [big] });
  const root = await app.run('go');
  assert.match(root.thread.outcome?.result ?? '', /52428801 bytes.*Ask for less/);
});

test('[A9] a tool that hangs is given up on time, and one that throws is a failed call', async () => {
  const slow = toolFor('slow', () => new Promise(() => {}), { timeoutMs: 20 });
  const broken = toolFor('echo', async () => {
    throw new Error('out of order');
  });
  const script = byAgent({
    boss: bySteps([together(call('slow'), call('echo', { word: 'x' }))], (request) => [
      say(
        resultsOf(request)
          .map(({ value }) => told(value))
          .join(' | '),
      ),
    ]),
  });
  await using app = await openTestApp({ script, agents: team, tools: [slow, broken] });
  const root = await app.run('go');
  assert.equal(root.thread.outcome?.result, 'The tool did not end within 20 ms. | out of order');
});

test('[S1] deltas are published while a step is written, and a late reader gets the draft', async () => {
  const script = byAgent({ boss: [think('hm'), say('Hello ', 'wor'), barrier('mid'), say('ld')] });
  await using app = await openTestApp({ script, agents: team });
  const texts: string[] = [];
  using _subscription = app.retinue.live.subscribe((delta) => texts.push(`${delta.offset} ${delta.text}`));
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('mid');
  assert.deepEqual(app.retinue.live.draft(rootId)?.parts, [
    { type: 'reasoning', text: 'hm' },
    { type: 'text', text: 'Hello wor' },
  ]);
  app.model.barriers.release('mid');
  const root = await app.settled(rootId);
  assert.deepEqual(texts, ['0 hm', '2 Hello ', '8 wor', '11 ld']);
  assert.equal(app.retinue.live.draft(rootId), null);
  assert.equal(root.thread.outcome?.result, 'Hello world');
});

test('[L12.2] an edited agent applies to a chat from its next turn', async () => {
  const agents = [agent('boss')];
  const script = byAgent({ boss: (request) => [say(request.system)] });
  await using app = await openTestApp({ script, agents });
  const root = await app.run('one');
  agents[0] = { ...agent('boss', { version: 2 }), systemPrompt: 'You are the new boss.' };
  await app.commands.sendMessage(app.context(), { threadId: root.thread.threadId, text: 'two' });
  const after = await app.settled(root.thread.threadId);
  assert.deepEqual(
    [root.thread.outcome?.result, after.thread.outcome?.result],
    ['You are boss.', 'You are the new boss.'],
  );
  assert.deepEqual(
    after.thread.items.flatMap((item) => (item.type === 'step' ? [item.agentVersion] : [])),
    [1, 2],
  );
});

test('[E3] 120 children end, and the parent takes one step', async () => {
  const tasks = Array.from({ length: 120 }, (_, index): [string, string] => ['worker', `part ${index}`]);
  const script = byAgent({ boss: delegating(...tasks), worker: [succeed('ok')] });
  const limits = { maxTasksPerTurn: 500, maxChildrenAtOnce: 500 };
  await using app = await openTestApp({ script, agents: team, limits, maxRunning: 500 });
  const root = await app.run('go');
  assert.equal(root.tasks.filter(({ status }) => status === 'success').length, 120);
  assert.equal(root.thread.steps, 2);
});

test('[E8] text that no provider would accept is changed to a form that every provider accepts', async () => {
  const odd = [callText('no.such tool', '{}'), callText('', '{}'), callText('echo', '[1]'), callText('echo', '{"a": ')];
  const script = byAgent({ boss: bySteps([together(...odd)], [say('done')]) });
  await using app = await openTestApp({ script, agents: team, tools: [echo] });
  await app.run('go');
  const [, said, answered] = app.model.requests[1]?.messages ?? [];
  if (said?.role !== 'assistant' || answered?.role !== 'tool') assert.fail('no calls in the prompt');
  const asked = said.parts.flatMap((part) => (part.type === 'call' ? [[part.name, part.args]] : []));
  assert.deepEqual(asked, [
    ['no_such_tool', {}],
    ['_', {}],
    ['echo', { malformed: [1] }],
    ['echo', { malformed: '{"a": ' }],
  ]);
  assert.deepEqual(
    answered.results.map(({ name }) => name),
    asked.map(([name]) => name),
  );
});

test('[E8] a step without text and calls is no message in the prompt', async () => {
  const script = byAgent({ boss: bySteps([think('hm'), say(' \n')], [say('done')]) });
  await using app = await openTestApp({ script, agents: team });
  await app.run('go');
  assert.deepEqual(
    app.model.requests[1]?.messages.map(({ role }) => role),
    ['user', 'user'],
  );
});

test('[E8] a cut text has no half of a character', async () => {
  const failing = call('taskResult', { result: 'no', status: 'error' });
  const script = byAgent({
    boss: bySteps(
      [callText('echo', `{"word": "${'x'.repeat(1989)}😀`)],
      [call('newTask', { subAgentId: 'agt_worker', task: `${'y'.repeat(78)}😀 and more words than a title has` })],
      [say('It failed.')],
      [say('It failed again.')],
    ),
    worker: [failing],
  });
  await using app = await openTestApp({ script, agents: team, tools: [echo] });
  const failed = await app.run('go');
  await app.commands.retryTask(app.context(), { taskId: firstTask(failed).task.taskId, instruction: null });
  await app.until(failed.thread.threadId, (_tree, view) => view.thread.steps === 4 && view.thread.status === 'idle');
  assert.doesNotMatch(JSON.stringify(app.model.requests), /\\ud[89ab]/);
});

test('[A9] arguments of a million characters whose last string never ends are refused at once', () => {
  const startedAt = performance.now();
  assert.equal(parseArgs(`{"word":"${'\\"'.repeat(500_000)}`).problem?.code, 'arguments-no-json');
  assert.ok(performance.now() - startedAt < 1000);
});

test('[A9] a tool whose schema has no JSON form does not stop the step', async () => {
  const odd = { ...echo, input: z.object({ when: z.date().optional() }) };
  await using app = await openTestApp({ script: byAgent({ boss: [say('ok')] }), agents: team, tools: [odd] });
  assert.equal((await app.run('go')).thread.status, 'idle');
});
