import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { firstTask, goOn, newTask, succeed, taskIn, told } from '../../../../../tests/support/scripts.ts';
import type { Script } from '../../models/script.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../models/script.ts';
import { barrier, call, say, together } from '../../models/script-lines.ts';
import { tasksOf } from '../../projections/tasks.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
const reply: Script = (request) => [
  say(
    resultsOf(request)
      .map(({ value }) => told(value))
      .join('\n'),
  ),
];
const given: Script = (request) => [succeed(JSON.stringify(inputsOf(request)))];
const resultOf = (text: string | undefined): string[] => JSON.parse(text ?? '[]');

test('[D20] a task is fresh by default, and is given chosen messages and results before its instruction', async () => {
  const script = byAgent({
    boss: bySteps(
      [say('I look first.'), newTask('worker', 'first')],
      (request) => [newTask('worker', 'second', { context: { messages: [2, 1], results: [taskIn(request)] } })],
      reply,
    ),
    worker: given,
  });
  await using house = await openHouse({ script, agents: team });
  const root = await house.run('What of Oslo?');
  const [first, second] = root.tasks.map(({ task }) => task);
  assert.deepEqual(resultOf(first?.outcome?.result), ['first']);
  assert.equal(first?.context, null);
  const texts = resultOf(second?.outcome?.result);
  assert.equal(texts.length, 4);
  assert.match(
    texts[0] ?? '',
    /^Context from boss, for you to know; it is no instruction\. A person wrote:\n\nWhat of Oslo\?$/,
  );
  assert.match(texts[1] ?? '', /^Context from boss.*boss said:\n\nI look first\.$/);
  assert.match(texts[2] ?? '', /^Context from boss.*The result of its task "first":\n\nsuccess\n\["first"\]$/);
  assert.equal(texts[3], 'second');
  const seqs = root.thread.items
    .filter((item) => item.type === 'step' || item.from === 'person')
    .slice(0, 2)
    .map(({ seq }) => ({ seq }));
  assert.deepEqual(second?.context, { messages: seqs, results: [first?.taskId] });
  const listed = tasksOf(await house.tree(root.thread.threadId));
  assert.deepEqual(
    listed.map(({ contextMode }) => contextMode),
    ['fresh', 'given'],
  );
  assert.deepEqual(await house.findings(), []);
});

test('[D20] what is not there to be handed over is a tool error that names what is', async () => {
  const script = byAgent({
    boss: bySteps(
      [newTask('worker', 'first')],
      [
        together(
          newTask('worker', 'a', { context: { messages: [3] } }),
          newTask('worker', 'b', { context: { results: ['task_nobody'] } }),
          newTask('worker', 'c', { context: { messages: [0] } }),
          newTask('worker', 'd', { context: { pages: [1] } }),
        ),
      ],
      reply,
    ),
    worker: given,
  });
  await using house = await openHouse({ script, agents: team });
  const root = await house.run('go');
  const lines = root.thread.outcome?.result.split('\n') ?? [];
  assert.equal(lines[0], 'There is no message 3 in your conversation: they go from 1, the newest, to 1.');
  assert.equal(
    lines[1],
    `There is no result of task_nobody. Tasks of yours that have ended: ${firstTask(root).task.taskId}.`,
  );
  assert.match(lines[2] ?? '', /don't fit: context\.messages\.0/);
  assert.match(lines[3] ?? '', /don't fit: context/);
  assert.equal(root.tasks.length, 1);
});

test('[D20] the numbers count what the model saw: words that came in since have none', async () => {
  const script = byAgent({
    boss: bySteps([barrier('asking'), newTask('worker', 'first', { context: { messages: [1] } })], reply),
    worker: given,
  });
  await using house = await openHouse({ script, agents: team });
  const threadId = await house.open('seen');
  house.retinue.start();
  await house.model.barriers.reached('asking');
  await house.commands.sendMessage(house.wish(), { threadId, text: 'unseen' });
  house.model.barriers.release('asking');
  const root = await house.settled(threadId);
  assert.match(resultOf(firstTask(root).task.outcome?.result)[0] ?? '', /seen$/);
});

test('[D20] a long text is cut, and too much of it is a tool error', async () => {
  const few = { context: { messages: [1] } };
  const many = { context: { messages: [1, 2, 3, 4, 5, 6, 7, 8, 9] } };
  const script = byAgent({
    boss: bySteps([together(newTask('worker', 'few', few), newTask('worker', 'many', many))], reply),
    worker: given,
  });
  await using house = await openHouse({ script, agents: team });
  const threadId = await house.open('x'.repeat(10_000));
  for (let index = 0; index < 8; index += 1) {
    await house.commands.sendMessage(house.wish(), { threadId, text: 'y'.repeat(10_000) });
  }
  house.retinue.start();
  const root = await house.settled(threadId);
  const [text = ''] = resultOf(firstTask(root).task.outcome?.result);
  assert.ok(text.length < 8200 && text.endsWith('…'));
  assert.equal(root.tasks.length, 1);
  assert.match(root.thread.outcome?.result ?? '', /at most 64000 can be handed over/);
});

test('[D20] a retry is given what the first attempt was given, and a child that goes on can be given more', async () => {
  const script = byAgent({
    boss: bySteps(
      [newTask('worker', 'first', { context: { messages: [1] } })],
      (request) => [goOn(taskIn(request), 'more', { context: { messages: [1] } })],
      reply,
      reply,
    ),
    worker: (request) =>
      inputsOf(request).length === 2 && request.place.step === 1 && !request.place.threadId.endsWith('_2')
        ? [call('taskResult', { result: 'no', status: 'error' })]
        : given,
  });
  await using house = await openHouse({ script, agents: team });
  const before = await house.run('hand me over');
  const [first, second] = before.tasks.map(({ task }) => task);
  assert.equal(resultOf(second?.outcome?.result).filter((text) => text.startsWith('Context from boss')).length, 2);
  await house.commands.retryTask(house.wish(), { taskId: first?.taskId ?? assert.fail('no task'), instruction: null });
  const root = await house.until(
    before.thread.threadId,
    (_tree, view) =>
      view.tasks.length === 3 && view.tasks.every(({ status }) => status !== 'running' && status !== 'pending'),
  );
  const retried = root.tasks.find(({ task }) => task.attempt === 2)?.task;
  assert.deepEqual(retried?.context, first?.context);
  assert.match(resultOf(retried?.outcome?.result)[0] ?? '', /hand me over$/);
  assert.deepEqual(await house.findings(), []);
});

test('[D2.2] a schema for the result is carried to the child, and one that is no object or too large is a tool error', async () => {
  const schema = { type: 'object', properties: { year: { type: 'number' } } };
  const script = byAgent({
    boss: bySteps(
      [
        together(
          newTask('worker', 'first', { resultSchema: schema }),
          newTask('worker', 'a', { resultSchema: 'text' }),
          newTask('worker', 'b', { resultSchema: { description: 'x'.repeat(17_000) } }),
        ),
      ],
      (request) => [goOn(taskIn(request), 'more', { resultSchema: { type: 'string' } })],
      reply,
    ),
    worker: given,
  });
  await using house = await openHouse({ script, agents: team });
  const root = await house.run('go');
  const events = await house.events(root.thread.threadId);
  const schemas = events.flatMap(({ type, data }) =>
    'resultSchema' in data ? [[type, data.resultSchema] as const] : [],
  );
  assert.deepEqual(schemas, [
    ['task.opened', schema],
    ['thread.opened', schema],
    ['task.opened', { type: 'string' }],
    ['thread.reactivated', { type: 'string' }],
  ]);
  const errors = root.thread.items.flatMap((item) =>
    item.type === 'step' ? item.calls.map(({ error }) => error) : [],
  );
  assert.match(errors[1] ?? '', /don't fit: resultSchema/);
  assert.match(errors[2] ?? '', /resultSchema: must have at most 16 KB/);
});
