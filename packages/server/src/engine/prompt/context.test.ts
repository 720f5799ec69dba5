import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misfitsText } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { firstTask, goOn, newTask, succeed, taskIn, told } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, say, together } from '../../../../../tests/support/scripted/script-lines.ts';
import { taskViews } from '../../views/tasks.ts';

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

test('[D20][D20.1] a task is fresh by default, or gets chosen messages and results before its instruction', async () => {
  const script = byAgent({
    boss: bySteps(
      [say('I look first.'), newTask('worker', 'first')],
      (request) => [newTask('worker', 'second', { context: { messages: [2, 1], results: [taskIn(request)] } })],
      reply,
    ),
    worker: given,
  });
  await using app = await openTestApp({ script, agents: team });
  const root = await app.run('What of Oslo?');
  const [first, second] = root.tasks.map(({ task }) => task);
  assert.deepEqual(resultOf(first?.outcome?.result), ['first']);
  assert.equal(first?.context, null);
  const texts = resultOf(second?.outcome?.result);
  assert.equal(texts.length, 4);
  assert.match(texts[0] ?? '', /^Context from boss, for information only\. A person wrote:\n\nWhat of Oslo\?$/);
  assert.match(texts[1] ?? '', /^Context from boss.*boss said:\n\nI look first\.$/);
  assert.match(texts[2] ?? '', /^Context from boss.*The result of its task "first":\n\nsuccess\n\["first"\]$/);
  assert.equal(texts[3], 'second');
  const seqs = root.thread.items
    .filter((item) => item.type === 'step' || item.from === 'person')
    .slice(0, 2)
    .map(({ seq }) => ({ seq }));
  assert.deepEqual(second?.context, { messages: seqs, results: [first?.taskId] });
  const listed = taskViews(await app.tree(root.thread.threadId));
  assert.deepEqual(
    listed.map(({ contextMode }) => contextMode),
    ['fresh', 'given'],
  );
  assert.deepEqual(await app.findings(), []);
});

test('[D20.2] a reference to missing context is a tool error that names the existing ones', async () => {
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
  await using app = await openTestApp({ script, agents: team });
  const root = await app.run('go');
  const lines = root.thread.outcome?.result.split('\n') ?? [];
  assert.equal(lines[0], 'There is no message 3 in your conversation: they are numbered from 1, the newest, to 1.');
  assert.equal(lines[1], `There is no result of task_nobody. Your ended tasks: ${firstTask(root).task.taskId}.`);
  assert.match(lines[2] ?? '', /don't fit: context\.messages\.0/);
  assert.match(lines[3] ?? '', /don't fit: context/);
  assert.equal(root.tasks.length, 1);
});

test('[D20] the numbers count messages that the model saw: later ones have none', async () => {
  const script = byAgent({
    boss: bySteps([barrier('asking'), newTask('worker', 'first', { context: { messages: [1] } })], reply),
    worker: given,
  });
  await using app = await openTestApp({ script, agents: team });
  const threadId = await app.open('seen');
  app.retinue.start();
  await app.model.barriers.reached('asking');
  await app.commands.sendMessage(app.context(), { threadId, text: 'unseen' });
  app.model.barriers.release('asking');
  const root = await app.settled(threadId);
  assert.match(resultOf(firstTask(root).task.outcome?.result)[0] ?? '', /seen$/);
});

test('[D20.2] a long text is cut, and too much of it is a tool error', async () => {
  const few = { context: { messages: [1] } };
  const many = { context: { messages: [1, 2, 3, 4, 5, 6, 7, 8, 9] } };
  const script = byAgent({
    boss: bySteps([together(newTask('worker', 'few', few), newTask('worker', 'many', many))], reply),
    worker: given,
  });
  await using app = await openTestApp({ script, agents: team });
  const threadId = await app.open('x'.repeat(10_000));
  for (let index = 0; index < 8; index += 1) {
    await app.commands.sendMessage(app.context(), { threadId, text: 'y'.repeat(10_000) });
  }
  app.retinue.start();
  const root = await app.settled(threadId);
  const [text = ''] = resultOf(firstTask(root).task.outcome?.result);
  assert.ok(text.length < 8200 && text.endsWith('…'));
  assert.equal(root.tasks.length, 1);
  assert.match(root.thread.outcome?.result ?? '', /The limit is 64000\./);
});

test('[D20] a retry gets the context of the first attempt, and a reactivated child can get more', async () => {
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
  await using app = await openTestApp({ script, agents: team });
  const before = await app.run('hand me over');
  const [first, second] = before.tasks.map(({ task }) => task);
  assert.equal(resultOf(second?.outcome?.result).filter((text) => text.startsWith('Context from boss')).length, 2);
  await app.commands.retryTask(app.context(), { taskId: first?.taskId ?? assert.fail('no task'), instruction: null });
  const root = await app.until(
    before.thread.threadId,
    (_tree, view) =>
      view.tasks.length === 3 && view.tasks.every(({ status }) => status !== 'running' && status !== 'pending'),
  );
  const retried = root.tasks.find(({ task }) => task.attempt === 2)?.task;
  assert.deepEqual(retried?.context, first?.context);
  assert.match(resultOf(retried?.outcome?.result)[0] ?? '', /hand me over$/);
  assert.deepEqual(await app.findings(), []);
});

test('[D2.2] a result schema is passed to the child, and one that is no object or too large is a tool error', async () => {
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
  await using app = await openTestApp({ script, agents: team });
  const root = await app.run('go');
  const events = await app.events(root.thread.threadId);
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
  const misfits = errors
    .slice(1, 3)
    .map((error) => (error?.code === 'arguments-misfit' ? misfitsText(error.problem) : ''));
  assert.match(misfits[0] ?? '', /^resultSchema/);
  assert.match(misfits[1] ?? '', /resultSchema: must have at most 16 KB/);
});
