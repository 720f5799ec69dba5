import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventOf, ThreadId } from '@retinue/protocol';
import type { House } from '../../../../../tests/support/house.ts';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { firstTask, newTask, succeed } from '../../../../../tests/support/scripts.ts';
import { byAgent, bySteps } from '../../models/script.ts';
import { barrier, hang, say } from '../../models/script-lines.ts';
import type { Clock } from '../../ports/clock.ts';
import { systemClock } from '../../ports/clock.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { subAgents: ['clerk'] }), agent('clerk')];
const workedMs = 40_000;

/** A tree of three whose innermost child is in the middle of a step, which has taken 40 seconds by the clock. */
async function openMidStep(): Promise<{ house: House; rootId: ThreadId }> {
  let ahead = 0;
  const clock: Clock = {
    ...systemClock,
    now: () => 1_700_000_000_000 + ahead,
    monotonicMs: () => systemClock.monotonicMs() + ahead,
  };
  const script = byAgent({
    boss: [newTask('worker', 'dig')],
    worker: [newTask('clerk', 'copy')],
    clerk: [barrier('step'), hang()],
  });
  const house = await openHouse({ script, agents: team, limits: { maxDepth: 3 }, replacements: { clock } });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('step');
  ahead = workedMs;
  return { house, rootId };
}

async function spentOn(house: House, rootId: ThreadId): Promise<number[]> {
  const ends = (await house.events(rootId)).filter(({ type }) => type === 'task.ended') as EventOf<'task.ended'>[];
  return ends.map(({ data }) => Math.floor((data.spent?.workMs ?? 0) / 1000) * 1000);
}

test('[D41] the working time of a task that is stopped in mid-step counts, for every task above it too', async () => {
  const { house, rootId } = await openMidStep();
  await using _house = house;
  const { taskId } = firstTask(await house.view(rootId)).task;
  assert.equal((await house.commands.cancelTask(house.wish(), { taskId })).refusal, null);
  assert.deepEqual(await spentOn(house, rootId), [workedMs, workedMs]);
});

test('[D41] so does that of a task that is tried again while it works', async () => {
  const { house, rootId } = await openMidStep();
  await using _house = house;
  const { taskId } = firstTask(await house.view(rootId)).task;
  assert.equal((await house.commands.retryTask(house.wish(), { taskId, instruction: null })).refusal, null);
  assert.deepEqual(await spentOn(house, rootId), [workedMs, workedMs]);
});

test('[D41] so does that of tasks whose message is edited', async () => {
  const { house, rootId } = await openMidStep();
  await using _house = house;
  assert.equal((await house.commands.regenerate(house.wish(), { threadId: rootId })).refusal, null);
  assert.deepEqual(await spentOn(house, rootId), [workedMs, workedMs]);
});

test('[D41] so does that of what works in the background of a task that ends', async () => {
  let ahead = 0;
  const clock: Clock = {
    ...systemClock,
    now: () => 1_700_000_000_000 + ahead,
    monotonicMs: () => systemClock.monotonicMs() + ahead,
  };
  const script = byAgent({
    boss: bySteps([newTask('worker', 'dig')], [say('done')]),
    worker: bySteps([newTask('clerk', 'copy', { background: true })], [barrier('worker'), succeed('dug')]),
    clerk: [barrier('step'), hang()],
  });
  await using house = await openHouse({ script, agents: team, limits: { maxDepth: 3 }, replacements: { clock } });
  const rootId = await house.open('go');
  house.retinue.start();
  await Promise.all([house.model.barriers.reached('step'), house.model.barriers.reached('worker')]);
  ahead = workedMs;
  house.model.barriers.release('worker');
  await house.settled(rootId);
  const [clerk = 0, worker = 0] = await spentOn(house, rootId);
  assert.equal(clerk, workedMs);
  assert.ok(worker >= workedMs, 'with what the clerk did');
});
