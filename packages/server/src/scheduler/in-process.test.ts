import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { wait } from '../../../../tests/support/apps/test-app.ts';
import { countingClock } from '../../../../tests/support/clocks/counting-clock.ts';
import { ids } from '../../../../tests/support/stores/facts.ts';
import type { Wake } from '../ports/log/event-log.ts';
import type { Clock } from '../ports/runtime/clock.ts';
import { systemClock } from '../ports/runtime/clock.ts';
import { InProcessScheduler } from './in-process.ts';

function wakeFor(rootId: ThreadId, options: Partial<Wake> = {}): Wake {
  return {
    workspaceId: localWorkspaceId,
    threadId: ids.thread(),
    rootId,
    dueAt: null,
    waitMs: null,
    childrenAtOnce: null,
    ...options,
  };
}

function scheduler(options: { clock?: Clock; maxRunning?: number; owing?: Wake[]; sweepMs?: number } = {}) {
  return new InProcessScheduler({
    clock: options.clock ?? systemClock,
    owing: async () => options.owing ?? [],
    maxRunning: options.maxRunning ?? 10,
    sweepMs: options.sweepMs ?? 60_000,
    maxWaitMs: 60_000,
    onProblem: () => {},
  });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(5);
}

test('[E11] a thread has one worker at a time, and a wake during its run makes it run once more', async () => {
  const wake = wakeFor(ids.thread());
  const running = scheduler();
  let inside = 0;
  let most = 0;
  let runs = 0;
  running.start(async () => {
    runs += 1;
    inside += 1;
    most = Math.max(most, inside);
    await wait(2);
    if (runs === 1) running.wake([wake, wake, wake]);
    await wait(5);
    inside -= 1;
  });
  running.wake([wake]);
  await until(() => runs === 2 && inside === 0);
  await wait(20);
  await running.stop(0);
  assert.deepEqual([runs, most], [2, 1]);
});

test('[E11] chats take turns: one with many threads does not keep another waiting', async () => {
  const crowd = ids.thread();
  const single = wakeFor(ids.thread());
  const order: string[] = [];
  const running = scheduler({ maxRunning: 1 });
  running.wake([...Array.from({ length: 20 }, () => wakeFor(crowd)), single]);
  running.start(async ({ rootId }) => {
    order.push(rootId === crowd ? 'crowd' : 'single');
    await wait(1);
  });
  await until(() => order.length === 21);
  await running.stop(0);
  assert.deepEqual(order.slice(0, 2).toSorted(), ['crowd', 'single']);
  assert.equal(order.length, 21);
});

test('[E11] the number of running threads is limited', async () => {
  let inside = 0;
  let most = 0;
  let ended = 0;
  const running = scheduler({ maxRunning: 3 });
  running.start(async () => {
    inside += 1;
    most = Math.max(most, inside);
    await wait(3);
    inside -= 1;
    ended += 1;
  });
  running.wake(Array.from({ length: 12 }, () => wakeFor(ids.thread())));
  await until(() => ended === 12);
  await running.stop(0);
  assert.equal(most, 3);
});

test('[D7.1] a child that rests makes room for the next: waiting parents never block their children', async () => {
  const rootId = ids.thread();
  const children = Array.from({ length: 6 }, () => wakeFor(rootId, { childrenAtOnce: 2 }));
  const seen: ThreadId[] = [];
  let inside = 0;
  const running = scheduler();
  running.start(async ({ threadId }) => {
    inside += 1;
    assert.ok(inside <= 2);
    seen.push(threadId);
    await wait(2);
    inside -= 1;
  });
  running.wake(children);
  await until(() => seen.length === children.length);
  await running.stop(0);
  assert.deepEqual(
    seen,
    children.map(({ threadId }) => threadId),
  );
});

test('[E4] work that is not due runs when it is, and the sweep finds work without a wake', async () => {
  const later = wakeFor(ids.thread(), { dueAt: systemClock.now() + 200 });
  const forgotten = wakeFor(ids.thread());
  const seen: ThreadId[] = [];
  const running = scheduler({ owing: [forgotten], sweepMs: 1000 });
  running.wake([later]);
  running.start(async ({ threadId }) => void seen.push(threadId));
  await wait(0);
  assert.ok(!seen.includes(later.threadId));
  await until(() => seen.includes(later.threadId) && seen.includes(forgotten.threadId));
  await running.stop(0);
  assert.deepEqual(new Set(seen), new Set([later.threadId, forgotten.threadId]));
});

test('[A3] a drain starts nothing new, waits for running work, and aborts it only after the grace', async () => {
  const running = scheduler();
  const reasons: unknown[] = [];
  let finished = false;
  running.start(async (_wake, signal) => {
    signal.addEventListener('abort', () => reasons.push(signal.reason));
    await wait(20);
    finished = true;
  });
  running.wake([wakeFor(ids.thread())]);
  await running.stop(10_000);
  assert.ok(finished);
  running.wake([wakeFor(ids.thread())]);
  assert.deepEqual(reasons, []);
});

test('[A3] a drain leaves no timer, not even for a retry', async () => {
  const { clock, timers } = countingClock();
  const wake = wakeFor(ids.thread());
  const running = scheduler({ clock });
  running.start(async () => {
    await wait(10);
    running.wake([{ ...wake, dueAt: Date.now() + 60_000 }]);
  });
  running.wake([wake]);
  await running.stop(1000);
  assert.equal(timers.size, 0);
});
