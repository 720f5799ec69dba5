import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limits, ThreadNode } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, allTasks, openTestApp, temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { firstTask, newTask, succeed, told, toolFor } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import type { Line } from '../../../../../tests/support/scripted/script-lines.ts';
import { barrier, call, fail, hang, say, together, usage } from '../../../../../tests/support/scripted/script-lines.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { subAgents: ['clerk'] }), agent('clerk')];
const inBackground = (task: string) => newTask('worker', task, { background: true });
const notices = ({ thread }: ThreadNode) =>
  thread.items.flatMap((item) => (item.type === 'message' && item.from === 'task' ? [item] : []));

test('[D13] the call of a background task ends at once, the parent continues, and its end is an unread notice', async () => {
  const script = byAgent({
    boss: (request) =>
      resultsOf(request).length === 0 ? [inBackground('long')] : [say(JSON.stringify(resultsOf(request)[0]?.value))],
    worker: [barrier('long'), succeed('at last')],
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  const early = await app.until(rootId, (_tree, view) => view.thread.status === 'idle');
  const { task, call: asked } = firstTask(early);
  assert.equal(early.thread.outcome?.result, JSON.stringify({ taskId: task.taskId, status: 'running' }));
  assert.deepEqual([asked.status, task.isBackground, task.outcome], ['done', true, null]);
  const opening = (await app.events(rootId)).filter(({ type }) => type === 'task.opened' || type === 'call.ended');
  assert.equal(new Set(opening.map(({ at }) => at)).size, 1, 'in the append that opened it');
  app.model.barriers.release('long');
  const root = await app.settled(rootId);
  assert.equal(root.thread.status, 'idle');
  assert.equal(root.thread.steps, 2, 'nobody was woken');
  const [notice] = notices(root);
  assert.deepEqual([notice?.isNotice, notice?.taskId], [true, task.taskId]);
  assert.match(notice?.text ?? '', /has ended: success\.\nat last/);
  assert.equal((await app.log.readModels.chat(localWorkspaceId, rootId))?.unread, 1);
  assert.deepEqual(await app.findings(), []);
});

test('[D13.4] a working parent reads the notice at its next step, and does not end before', async () => {
  const script = byAgent({
    boss: bySteps([inBackground('quick')], [barrier('busy'), say('Nearly.')], (request) => [
      say(`Heard: ${inputsOf(request).at(-1)}`),
    ]),
    worker: [succeed('here')],
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('busy');
  await app.until(rootId, (_tree, view) => firstTask(view).status === 'success');
  app.model.barriers.release('busy');
  const root = await app.settled(rootId);
  assert.match(root.thread.outcome?.result ?? '', /^Heard: Task .* has ended: success\.\nhere/);
  assert.equal((await app.log.readModels.chat(localWorkspaceId, rootId))?.unread, 0);
});

test('[D13.5] an idle parent whose agent acts on notices takes a turn', async () => {
  const script = byAgent({
    boss: bySteps([inBackground('long')], [say('Meanwhile.')], (request) => [say(`So: ${inputsOf(request).at(-1)}`)]),
    worker: [barrier('long'), succeed('at last')],
  });
  const acting = { ...agent('boss', { subAgents: ['worker'] }), actsOnNotices: true };
  await using app = await openTestApp({ script, agents: [acting, ...team.slice(1)] });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.until(rootId, (_tree, view) => view.thread.status === 'idle');
  app.model.barriers.release('long');
  const root = await app.until(rootId, (_tree, view) => view.thread.steps === 3 && view.thread.status === 'idle');
  assert.match(root.thread.outcome?.result ?? '', /^So: Task .* has ended: success/);
  assert.equal((await app.log.readModels.chat(localWorkspaceId, rootId))?.unread, 0);
});

test('[D13.6] a child that ends cancels its background tasks, and learns of it if it is reactivated', async () => {
  const script = byAgent({
    boss: bySteps([newTask('worker', 'one')], [say('Done.')], [say('Again.')]),
    worker: bySteps(
      [newTask('clerk', 'side', { background: true })],
      [barrier('sent'), succeed('without it')],
      (request) => {
        const results = request.messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
        return [succeed(told(results[0]?.value ?? null))];
      },
    ),
    clerk: [barrier('sent'), barrier('never'), hang()],
  });
  await using app = await openTestApp({ script, agents: team, limits: { maxDepth: 2 } });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('sent', 2);
  app.model.barriers.release('sent');
  const root = await app.settled(rootId);
  assert.deepEqual(
    allTasks(root).map(({ status }) => status),
    ['success', 'cancelled'],
  );
  const { childThreadId } = firstTask(root).task;
  await app.commands.sendMessage(app.context(), { threadId: childThreadId, text: 'What of the side?' });
  const after = await app.until(rootId, (_tree, view) => view.thread.steps === 3 && view.thread.status === 'idle');
  assert.match(after.tasks[1]?.task.outcome?.result ?? '', /^cancelled: The task that requested it has ended\./);
  assert.deepEqual(await app.findings(), []);
});

test('[D13.7] stopping an idle chat stops its background tasks, which leaves nothing unread', async () => {
  const script = byAgent({
    boss: bySteps([inBackground('long')], [say('Meanwhile.')]),
    worker: [barrier('long'), hang()],
  });
  await using app = await openTestApp({ script, agents: team });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('long');
  await app.until(rootId, (_tree, view) => view.thread.status === 'idle');
  const reply = await app.commands.cancelThread(app.context(), { threadId: rootId });
  assert.equal(reply.refusal, null);
  const root = await app.settled(rootId);
  assert.equal(firstTask(root).status, 'cancelled');
  assert.match(notices(root)[0]?.text ?? '', /has ended: cancelled/);
  assert.equal((await app.log.readModels.chat(localWorkspaceId, rootId))?.unread, 0);
  assert.deepEqual(await app.findings(), []);
});

const failures: Record<string, { boss: Line[]; limits?: Partial<Limits> }> = {
  'the provider refuses': { boss: [fail({ retryable: false, message: 'no' })] },
  'it comes to a limit': { boss: [call('look')], limits: { maxSteps: 2 } },
};
for (const [about, { boss, limits = {} }] of Object.entries(failures)) {
  test(`[D13.8] a chat whose turn fails because ${about} keeps its background task running, and gets its notice`, async () => {
    const script = byAgent({
      boss: ({ place }) => (place.step === 1 ? [inBackground('long')] : boss),
      worker: [barrier('long'), succeed('at last')],
    });
    const agents = [agent('boss', { subAgents: ['worker'], tools: ['look'] }), ...team.slice(1)];
    const tools = [toolFor('look', async () => 'seen', { effect: 'read' })];
    await using app = await openTestApp({ script, agents, tools, limits });
    const rootId = await app.open('go');
    app.retinue.start();
    const failed = await app.until(rootId, (_tree, { thread }) => thread.status === 'failed');
    assert.equal(firstTask(failed).status, 'running');
    app.model.barriers.release('long');
    const root = await app.until(rootId, (_tree, { thread }) => thread.unread === 1);
    assert.deepEqual([root.thread.status, firstTask(root).status], ['failed', 'success']);
    assert.match(notices(root)[0]?.text ?? '', /has ended: success\.\nat last/);
    assert.deepEqual(await app.findings(), []);
  });
}

test('[D13.8] a chat that fails stops the tasks that it waits for, and no others', async () => {
  const costly = usage({ inputTokens: 900, outputTokens: 200 });
  const script = byAgent({
    boss: [together(inBackground('long'), newTask('worker', 'awaited'), call('look')), costly],
    worker: (request) => [barrier(inputsOf(request)[0] ?? ''), succeed('at last')],
  });
  const agents = [agent('boss', { subAgents: ['worker'], tools: ['look'] }), ...team.slice(1)];
  const tools = [toolFor('look', async () => 'seen', { effect: 'read' })];
  await using app = await openTestApp({ script, agents, tools, limits: { maxTokens: 1000 } });
  const rootId = await app.open('go');
  app.retinue.start();
  const failed = await app.until(rootId, (_tree, { thread }) => thread.status === 'failed');
  assert.deepEqual(
    failed.tasks.map(({ task, child }) => [task.instruction, child?.thread.status]),
    [
      ['long', 'active'],
      ['awaited', 'cancelled'],
    ],
  );
  app.model.barriers.release('long');
  await app.until(rootId, (_tree, { thread }) => thread.unread === 1);
  assert.deepEqual(await app.findings(), []);
});

test('[D13.9] a background task can be stopped and retried in the background, and its question answered', async () => {
  const script = byAgent({
    boss: bySteps([inBackground('ask')], [say('Meanwhile.')]),
    worker: (request) =>
      resultsOf(request).length > 0
        ? [succeed(`told ${String(resultsOf(request)[0]?.value)}`)]
        : [call('askUser', { question: 'Which?' })],
  });
  await using app = await openTestApp({ script, agents: team });
  const first = await app.run('go');
  const rootId = first.thread.threadId;
  assert.deepEqual([first.thread.status, firstTask(first).status], ['idle', 'waiting']);
  const { taskId } = firstTask(first).task;
  await app.commands.cancelTask(app.context(), { taskId });
  assert.deepEqual(await app.log.readModels.openQuestions(localWorkspaceId), []);
  await app.commands.retryTask(app.context(), { taskId, instruction: null });
  await app.until(rootId, (_tree, view) => view.tasks[1]?.status === 'waiting');
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  const { questionId } = question ?? assert.fail('nobody asks');
  await app.commands.answerQuestion(app.context(), { questionId, answer: 'this' });
  const root = await app.until(rootId, (_tree, view) => view.tasks[1]?.status === 'success');
  assert.equal(root.tasks[1]?.task.isBackground, true);
  assert.equal(root.thread.steps, 2);
  assert.match(notices(root).at(-1)?.text ?? '', /attempt 2, has ended: success\.\ntold this/);
  assert.deepEqual(await app.findings(), []);
});

test('[D13.10] a background task continues after a restart, and its notice arrives once', async () => {
  const script = byAgent({
    boss: bySteps([inBackground('long')], [say('Meanwhile.')]),
    worker: [barrier('long'), succeed('at last')],
  });
  const directory = await temporaryDirectory();
  const before = await openTestApp({ script, agents: team, directory });
  const rootId = await before.open('go');
  before.retinue.start();
  await before.model.barriers.reached('long');
  await before.until(rootId, (_tree, view) => view.thread.status === 'idle');
  await before.stop();
  await using app = await openTestApp({ script, agents: team, directory });
  app.model.barriers.release('long');
  app.retinue.start();
  const root = await app.until(rootId, (_tree, view) => firstTask(view).status === 'success');
  assert.equal(notices(root).length, 1);
  assert.equal((await app.log.readModels.chat(localWorkspaceId, rootId))?.unread, 1);
  assert.deepEqual(await app.findings(), []);
});

for (const background of [false, true]) {
  test(`[D12] stopped while newTask calls are written, no model call starts anywhere afterwards (background: ${background})`, async () => {
    const script = byAgent({
      boss: bySteps(
        [together(newTask('worker', 'a', { background }), newTask('worker', 'b', { background }))],
        [newTask('worker', 'c', { background }), barrier('writing'), hang()],
      ),
      worker: bySteps([say('I send. '), newTask('clerk', 'd', { background }), barrier('writing'), hang()]),
      clerk: [barrier('clerk'), hang()],
    });
    await using app = await openTestApp({ script, agents: team, limits: { maxDepth: 2 } });
    const rootId = await app.open('go');
    app.retinue.start();
    await app.model.barriers.reached('writing', background ? 3 : 2);
    const requests = app.model.requests.length;
    await app.commands.cancelThread(app.context(), { threadId: rootId });
    const root = await app.settled(rootId);
    app.model.barriers.release('writing');
    assert.deepEqual([...new Set(allTasks(root).map(({ status }) => status))], ['cancelled']);
    assert.equal(root.thread.status, 'cancelled');
    assert.deepEqual(await app.findings(), []);
    assert.equal(app.model.requests.length, requests);
  });
}
