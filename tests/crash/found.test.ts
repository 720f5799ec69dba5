import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { byAgent, byAttempts, inputsOf, resultsOf } from '../../packages/server/src/models/script.ts';
import { barrier, call, fail, say, together } from '../../packages/server/src/models/script-lines.ts';
import { agent, allTasks, openHouse, temporaryDirectory } from '../support/house.ts';
import { delegating, newTask, succeed } from '../support/scripts.ts';

/* What the kills have brought to light, each as the shortest story that shows it. */
const team = [agent('boss', { subAgents: ['lead'] }), agent('lead', { subAgents: ['worker'] }), agent('worker')];

test('[A4, D12] a child that ends stops the retry it still has open, and is not set to work again by it', {
  timeout: 20_000,
}, async () => {
  await using house = await openHouse({
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
  const rootId = await house.open('go');
  house.retinue.start();
  const failed = await house.until(rootId, (_tree, view) => allTasks(view).some(({ status }) => status === 'failed'));
  const bad = allTasks(failed).find(({ status }) => status === 'failed');
  assert.ok(bad);
  await house.commands.retryTask(house.wish(), { taskId: bad.task.taskId, instruction: 'again' });
  await house.model.barriers.reached('again');
  house.model.barriers.release('slow');
  const view = await house.settled(rootId);
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

test('[E7] a child that gives its result has first seen what came in meanwhile', { timeout: 20_000 }, async () => {
  await using house = await openHouse({
    script: byAgent({
      boss: delegating(['worker', 'work']),
      worker: (request) => [barrier('thinking'), succeed(inputsOf(request).join(' and '))],
    }),
  });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('thinking');
  const child = allTasks(await house.view(rootId))[0]?.child;
  assert.ok(child);
  await house.commands.sendMessage(house.wish(), { threadId: child.thread.threadId, text: 'mind the gap' });
  house.model.barriers.release('thinking');
  const [task] = allTasks(await house.settled(rootId));
  assert.equal(task?.task.outcome?.result, 'work and mind the gap');
});

test('[A3, E4] what was to be tried again soon is tried soon after a restart', { timeout: 20_000 }, async () => {
  const directory = await temporaryDirectory();
  const script = byAttempts([fail()], [say('There.')]);
  const first = await openHouse({ directory, script });
  const rootId = await first.open('go');
  first.retinue.start();
  await first.until(rootId, (tree) => tree.threads[rootId]?.retryAt !== null);
  await first.stop();

  const startedAt = performance.now();
  const second = await openHouse({ directory, script });
  second.retinue.start();
  await second.until(rootId, (tree) => tree.threads[rootId]?.status === 'idle');
  assert.ok(performance.now() - startedAt < 3000, `after ${performance.now() - startedAt} ms`);
  assert.deepEqual(await second.log.owing(Number.MAX_SAFE_INTEGER), []);
  assert.equal((await second.log.thread(localWorkspaceId, rootId))?.outcome?.result, 'There.');
  await second.stop();
  await rm(directory, { recursive: true, force: true });
});
