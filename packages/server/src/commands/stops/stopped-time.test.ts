import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventOf, ThreadId } from '@retinue/protocol';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { firstTask, newTask, succeed } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps } from '../../../../../tests/support/scripted/script.ts';
import { barrier, hang, say } from '../../../../../tests/support/scripted/script-lines.ts';
import type { Clock } from '../../ports/runtime/clock.ts';
import { systemClock } from '../../ports/runtime/clock.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { subAgents: ['clerk'] }), agent('clerk')];
const workedMs = 40_000;
/** No other time passes, however long the machine takes. */
const startedMs = systemClock.monotonicMs();

/** A tree of three whose innermost child is in the middle of a step, which has taken 40 seconds by the clock. */
async function openMidStep(): Promise<{ app: TestApp; rootId: ThreadId }> {
  let ahead = 0;
  const clock: Clock = {
    ...systemClock,
    now: () => 1_700_000_000_000 + ahead,
    monotonicMs: () => startedMs + ahead,
  };
  const script = byAgent({
    boss: [newTask('worker', 'dig')],
    worker: [newTask('clerk', 'copy')],
    clerk: [barrier('step'), hang()],
  });
  const app = await openTestApp({ script, agents: team, limits: { maxDepth: 3 }, replacements: { clock } });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('step');
  ahead = workedMs;
  return { app, rootId };
}

async function spentOn(app: TestApp, rootId: ThreadId): Promise<number[]> {
  const ends = (await app.events(rootId)).filter(({ type }) => type === 'task.ended') as EventOf<'task.ended'>[];
  return ends.map(({ data }) => Math.floor((data.spent?.workMs ?? 0) / 1000) * 1000);
}

test('[D41] the working time of a task that is stopped during a step counts, for every task above it too', async () => {
  const { app, rootId } = await openMidStep();
  await using _house = app;
  const { taskId } = firstTask(await app.view(rootId)).task;
  assert.equal((await app.commands.cancelTask(app.context(), { taskId })).refusal, null);
  assert.deepEqual(await spentOn(app, rootId), [workedMs, workedMs]);
});

test('[D41] so does that of a task that is retried while it runs', async () => {
  const { app, rootId } = await openMidStep();
  await using _house = app;
  const { taskId } = firstTask(await app.view(rootId)).task;
  assert.equal((await app.commands.retryTask(app.context(), { taskId, instruction: null })).refusal, null);
  assert.deepEqual(await spentOn(app, rootId), [workedMs, workedMs]);
});

test('[D41] so does that of tasks whose message is edited', async () => {
  const { app, rootId } = await openMidStep();
  await using _house = app;
  assert.equal((await app.commands.regenerate(app.context(), { threadId: rootId })).refusal, null);
  assert.deepEqual(await spentOn(app, rootId), [workedMs, workedMs]);
});

test('[D41] so does that of background work of a task that ends', async () => {
  let ahead = 0;
  const clock: Clock = {
    ...systemClock,
    now: () => 1_700_000_000_000 + ahead,
    monotonicMs: () => startedMs + ahead,
  };
  const script = byAgent({
    boss: bySteps([newTask('worker', 'dig')], [say('done')]),
    worker: bySteps([newTask('clerk', 'copy', { background: true })], [barrier('worker'), succeed('dug')]),
    clerk: [barrier('step'), hang()],
  });
  await using app = await openTestApp({ script, agents: team, limits: { maxDepth: 3 }, replacements: { clock } });
  const rootId = await app.open('go');
  app.retinue.start();
  await Promise.all([app.model.barriers.reached('step'), app.model.barriers.reached('worker')]);
  ahead = workedMs;
  app.model.barriers.release('worker');
  await app.settled(rootId);
  const [clerk = 0, worker = 0] = await spentOn(app, rootId);
  assert.equal(clerk, workedMs);
  assert.ok(worker >= workedMs, 'with what the clerk did');
});
