import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limits, ThreadNode } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, allTasks, openHouse, temporaryDirectory } from '../../../../../tests/support/house.ts';
import { firstTask, newTask, succeed, told, toolFor } from '../../../../../tests/support/scripts.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../models/script.ts';
import type { Line } from '../../models/script-lines.ts';
import { barrier, call, fail, hang, say, together, usage } from '../../models/script-lines.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { subAgents: ['clerk'] }), agent('clerk')];
const inBackground = (task: string) => newTask('worker', task, { background: true });
const notices = ({ thread }: ThreadNode) =>
  thread.items.flatMap((item) => (item.type === 'message' && item.from === 'task' ? [item] : []));

test('[D13] the call of a background task ends at once, the parent goes on, and its end is a notice that is unread', async () => {
  const script = byAgent({
    boss: (request) =>
      resultsOf(request).length === 0 ? [inBackground('long')] : [say(JSON.stringify(resultsOf(request)[0]?.value))],
    worker: [barrier('long'), succeed('at last')],
  });
  await using house = await openHouse({ script, agents: team });
  const rootId = await house.open('go');
  house.retinue.start();
  const early = await house.until(rootId, (_tree, view) => view.thread.status === 'idle');
  const { task, call: asked } = firstTask(early);
  assert.equal(early.thread.outcome?.result, JSON.stringify({ taskId: task.taskId, status: 'running' }));
  assert.deepEqual([asked.status, task.isBackground, task.outcome], ['done', true, null]);
  const opening = (await house.events(rootId)).filter(({ type }) => type === 'task.opened' || type === 'call.ended');
  assert.equal(new Set(opening.map(({ at }) => at)).size, 1, 'in the append that opened it');
  house.model.barriers.release('long');
  const root = await house.settled(rootId);
  assert.equal(root.thread.status, 'idle');
  assert.equal(root.thread.steps, 2, 'nobody was woken');
  const [notice] = notices(root);
  assert.deepEqual([notice?.isNotice, notice?.taskId], [true, task.taskId]);
  assert.match(notice?.text ?? '', /has ended: success\.\nat last/);
  assert.equal((await house.log.readModels.chat(localWorkspaceId, rootId))?.unread, 1);
  assert.deepEqual(await house.findings(), []);
});

test('[D13.4] a working parent reads the notice at its next step, and does not end before', async () => {
  const script = byAgent({
    boss: bySteps([inBackground('quick')], [barrier('busy'), say('Nearly.')], (request) => [
      say(`Heard: ${inputsOf(request).at(-1)}`),
    ]),
    worker: [succeed('here')],
  });
  await using house = await openHouse({ script, agents: team });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('busy');
  await house.until(rootId, (_tree, view) => firstTask(view).status === 'success');
  house.model.barriers.release('busy');
  const root = await house.settled(rootId);
  assert.match(root.thread.outcome?.result ?? '', /^Heard: Task .* has ended: success\.\nhere/);
  assert.equal((await house.log.readModels.chat(localWorkspaceId, rootId))?.unread, 0);
});

test('[D13.5] an idle parent whose agent acts on notices takes a turn', async () => {
  const script = byAgent({
    boss: bySteps([inBackground('long')], [say('Meanwhile.')], (request) => [say(`So: ${inputsOf(request).at(-1)}`)]),
    worker: [barrier('long'), succeed('at last')],
  });
  const acting = { ...agent('boss', { subAgents: ['worker'] }), actsOnNotices: true };
  await using house = await openHouse({ script, agents: [acting, ...team.slice(1)] });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.until(rootId, (_tree, view) => view.thread.status === 'idle');
  house.model.barriers.release('long');
  const root = await house.until(rootId, (_tree, view) => view.thread.steps === 3 && view.thread.status === 'idle');
  assert.match(root.thread.outcome?.result ?? '', /^So: Task .* has ended: success/);
  assert.equal((await house.log.readModels.chat(localWorkspaceId, rootId))?.unread, 0);
});

test('[D13.6] a child that ends cancels what it has in the background, and hears so if it goes on', async () => {
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
  await using house = await openHouse({ script, agents: team, limits: { maxDepth: 2 } });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('sent', 2);
  house.model.barriers.release('sent');
  const root = await house.settled(rootId);
  assert.deepEqual(
    allTasks(root).map(({ status }) => status),
    ['success', 'cancelled'],
  );
  const { childThreadId } = firstTask(root).task;
  await house.commands.sendMessage(house.wish(), { threadId: childThreadId, text: 'What of the side?' });
  const after = await house.until(rootId, (_tree, view) => view.thread.steps === 3 && view.thread.status === 'idle');
  assert.match(after.tasks[1]?.task.outcome?.result ?? '', /^cancelled: The task that asked for it has ended\./);
  assert.deepEqual(await house.findings(), []);
});

test('[D13.7] stopping a chat at rest stops its background tasks, which is nothing unread', async () => {
  const script = byAgent({
    boss: bySteps([inBackground('long')], [say('Meanwhile.')]),
    worker: [barrier('long'), hang()],
  });
  await using house = await openHouse({ script, agents: team });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('long');
  await house.until(rootId, (_tree, view) => view.thread.status === 'idle');
  const reply = await house.commands.cancelThread(house.wish(), { threadId: rootId });
  assert.equal(reply.refusal, null);
  const root = await house.settled(rootId);
  assert.equal(firstTask(root).status, 'cancelled');
  assert.match(notices(root)[0]?.text ?? '', /has ended: cancelled/);
  assert.equal((await house.log.readModels.chat(localWorkspaceId, rootId))?.unread, 0);
  assert.deepEqual(await house.findings(), []);
});

const failures: Record<string, { boss: Line[]; limits?: Partial<Limits> }> = {
  'the provider refuses': { boss: [fail({ retryable: false, message: 'no' })] },
  'it comes to a limit': { boss: [call('look')], limits: { maxSteps: 2 } },
};
for (const [about, { boss, limits = {} }] of Object.entries(failures)) {
  test(`[D13.8] a chat whose turn fails because ${about} leaves its background task at work, and has its notice`, async () => {
    const script = byAgent({
      boss: ({ place }) => (place.step === 1 ? [inBackground('long')] : boss),
      worker: [barrier('long'), succeed('at last')],
    });
    const agents = [agent('boss', { subAgents: ['worker'], tools: ['look'] }), ...team.slice(1)];
    const tools = [toolFor('look', async () => 'seen', { effect: 'read' })];
    await using house = await openHouse({ script, agents, tools, limits });
    const rootId = await house.open('go');
    house.retinue.start();
    const failed = await house.until(rootId, (_tree, { thread }) => thread.status === 'failed');
    assert.equal(firstTask(failed).status, 'running');
    house.model.barriers.release('long');
    const root = await house.until(rootId, (_tree, { thread }) => thread.unread === 1);
    assert.deepEqual([root.thread.status, firstTask(root).status], ['failed', 'success']);
    assert.match(notices(root)[0]?.text ?? '', /has ended: success\.\nat last/);
    assert.deepEqual(await house.findings(), []);
  });
}

test('[D13.8] a chat that fails stops what it waits for, and leaves what it does not', async () => {
  const costly = usage({ inputTokens: 900, outputTokens: 200 });
  const script = byAgent({
    boss: [together(inBackground('long'), newTask('worker', 'awaited'), call('look')), costly],
    worker: (request) => [barrier(inputsOf(request)[0] ?? ''), succeed('at last')],
  });
  const agents = [agent('boss', { subAgents: ['worker'], tools: ['look'] }), ...team.slice(1)];
  const tools = [toolFor('look', async () => 'seen', { effect: 'read' })];
  await using house = await openHouse({ script, agents, tools, limits: { maxTokens: 1000 } });
  const rootId = await house.open('go');
  house.retinue.start();
  const failed = await house.until(rootId, (_tree, { thread }) => thread.status === 'failed');
  assert.deepEqual(
    failed.tasks.map(({ task, child }) => [task.instruction, child?.thread.status]),
    [
      ['long', 'active'],
      ['awaited', 'cancelled'],
    ],
  );
  house.model.barriers.release('long');
  await house.until(rootId, (_tree, { thread }) => thread.unread === 1);
  assert.deepEqual(await house.findings(), []);
});

test('[D13.9] a background task is stopped, tried again in the background, and its question is answered', async () => {
  const script = byAgent({
    boss: bySteps([inBackground('ask')], [say('Meanwhile.')]),
    worker: (request) =>
      resultsOf(request).length > 0
        ? [succeed(`told ${String(resultsOf(request)[0]?.value)}`)]
        : [call('askUser', { question: 'Which?' })],
  });
  await using house = await openHouse({ script, agents: team });
  const first = await house.run('go');
  const rootId = first.thread.threadId;
  assert.deepEqual([first.thread.status, firstTask(first).status], ['idle', 'waiting']);
  const { taskId } = firstTask(first).task;
  await house.commands.cancelTask(house.wish(), { taskId });
  assert.deepEqual(await house.log.readModels.openQuestions(localWorkspaceId), []);
  await house.commands.retryTask(house.wish(), { taskId, instruction: null });
  await house.until(rootId, (_tree, view) => view.tasks[1]?.status === 'waiting');
  const [question] = await house.log.readModels.openQuestions(localWorkspaceId);
  const { questionId } = question ?? assert.fail('nobody asks');
  await house.commands.answerQuestion(house.wish(), { questionId, answer: 'this' });
  const root = await house.until(rootId, (_tree, view) => view.tasks[1]?.status === 'success');
  assert.equal(root.tasks[1]?.task.isBackground, true);
  assert.equal(root.thread.steps, 2);
  assert.match(notices(root).at(-1)?.text ?? '', /attempt 2, has ended: success\.\ntold this/);
  assert.deepEqual(await house.findings(), []);
});

test('[D13.10] a background task goes on after a restart, and its notice comes once', async () => {
  const script = byAgent({
    boss: bySteps([inBackground('long')], [say('Meanwhile.')]),
    worker: [barrier('long'), succeed('at last')],
  });
  const directory = await temporaryDirectory();
  const before = await openHouse({ script, agents: team, directory });
  const rootId = await before.open('go');
  before.retinue.start();
  await before.model.barriers.reached('long');
  await before.until(rootId, (_tree, view) => view.thread.status === 'idle');
  await before.stop();
  await using house = await openHouse({ script, agents: team, directory });
  house.model.barriers.release('long');
  house.retinue.start();
  const root = await house.until(rootId, (_tree, view) => firstTask(view).status === 'success');
  assert.equal(notices(root).length, 1);
  assert.equal((await house.log.readModels.chat(localWorkspaceId, rootId))?.unread, 1);
  assert.deepEqual(await house.findings(), []);
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
    await using house = await openHouse({ script, agents: team, limits: { maxDepth: 2 } });
    const rootId = await house.open('go');
    house.retinue.start();
    await house.model.barriers.reached('writing', background ? 3 : 2);
    const requests = house.model.requests.length;
    await house.commands.cancelThread(house.wish(), { threadId: rootId });
    const root = await house.settled(rootId);
    house.model.barriers.release('writing');
    assert.deepEqual([...new Set(allTasks(root).map(({ status }) => status))], ['cancelled']);
    assert.equal(root.thread.status, 'cancelled');
    assert.deepEqual(await house.findings(), []);
    assert.equal(house.model.requests.length, requests);
  });
}
