import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, allTasks, openTestApp, temporaryDirectory } from '../support/apps/test-app.ts';
import { delegating, newTask, succeed } from '../support/models/scripts.ts';
import { byAgent, byAttempts, inputsOf, resultsOf } from '../support/scripted/script.ts';
import { barrier, call, fail, say, together } from '../support/scripted/script-lines.ts';

/*
 * Bugs that the kills have found, each as the shortest sequence that shows it.
 */
const team = [agent('boss', { subAgents: ['lead'] }), agent('lead', { subAgents: ['worker'] }), agent('worker')];

test('[A4, D12] a child that ends stops the retry that it still has open, and is not woken again by it', {
  timeout: 20_000,
}, async () => {
  await using app = await openTestApp({
    agents: team,
    limits: { maxDepth: 2 },
    script: byAgent({
      boss: delegating(['lead', 'lead it']),
      lead: (request) =>
        resultsOf(request).length === 0
          ? [together(newTask('worker', 'bad'), newTask('worker', 'slow'))]
          : [succeed('led')],
      worker: (request) => {
        const [instruction] = inputsOf(request);
        if (instruction === 'bad') return [call('taskResult', { result: 'no', status: 'error' })];
        return [barrier(instruction ?? ''), succeed('done')];
      },
    }),
  });
  const rootId = await app.open('go');
  app.retinue.start();
  const failed = await app.until(rootId, (_tree, view) => allTasks(view).some(({ status }) => status === 'failed'));
  const bad = allTasks(failed).find(({ status }) => status === 'failed');
  assert.ok(bad);
  await app.commands.retryTask(app.context(), { taskId: bad.task.taskId, instruction: 'again' });
  await app.model.barriers.reached('again');
  app.model.barriers.release('slow');
  const view = await app.settled(rootId);
  assert.deepEqual(
    allTasks(view).map(({ task, status }) => [task.instruction, status]),
    [
      ['lead it', 'success'],
      ['bad', 'failed'],
      ['again', 'cancelled'],
      ['slow', 'success'],
    ],
  );
});

test('[E7] a child that returns its result has first read its new input', { timeout: 20_000 }, async () => {
  await using app = await openTestApp({
    script: byAgent({
      boss: delegating(['worker', 'work']),
      worker: (request) => [barrier('thinking'), succeed(inputsOf(request).join(' and '))],
    }),
  });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('thinking');
  const child = allTasks(await app.view(rootId))[0]?.child;
  assert.ok(child);
  await app.commands.sendMessage(app.context(), { threadId: child.thread.threadId, text: 'mind the gap' });
  app.model.barriers.release('thinking');
  const [task] = allTasks(await app.settled(rootId));
  assert.equal(task?.task.outcome?.result, 'work and mind the gap');
});

test('[A3, E4] a retry that was due soon is made soon after a restart', { timeout: 20_000 }, async () => {
  const directory = await temporaryDirectory();
  const script = byAttempts([fail()], [say('There.')]);
  const first = await openTestApp({ directory, script });
  const rootId = await first.open('go');
  first.retinue.start();
  await first.until(rootId, (tree) => tree.threads[rootId]?.retryAt !== null);
  await first.stop();

  const startedAt = performance.now();
  const second = await openTestApp({ directory, script });
  second.retinue.start();
  await second.until(rootId, (tree) => tree.threads[rootId]?.status === 'idle');
  assert.ok(performance.now() - startedAt < 3000, `after ${performance.now() - startedAt} ms`);
  assert.deepEqual(await second.log.owing(Number.MAX_SAFE_INTEGER), []);
  assert.equal((await second.log.thread(localWorkspaceId, rootId))?.outcome?.result, 'There.');
  await second.stop();
  await rm(directory, { recursive: true, force: true });
});
