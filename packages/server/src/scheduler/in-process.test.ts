import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { countingClock } from '../../../../tests/support/counting-clock.ts';
import { ids } from '../../../../tests/support/facts.ts';
import { wait } from '../../../../tests/support/house.ts';
import type { Clock } from '../ports/clock.ts';
import { systemClock } from '../ports/clock.ts';
import type { Wake } from '../ports/event-log.ts';
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

test('[E11] a thread has one worker at a time, and a wake during its run makes it run once more', async () => {
  const wake = wakeFor(ids.thread());
  const running = scheduler();
  let inside = 0;
  let runs = 0;
  running.start(async () => {
    runs += 1;
    inside += 1;
    assert.equal(inside, 1);
    if (runs === 1) running.wake([wake, wake, wake]);
    await wait(5);
    inside -= 1;
  });
  running.wake([wake]);
  await wait(60);
  await running.stop(0);
  assert.equal(runs, 2);
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
  await wait(80);
  await running.stop(0);
  assert.deepEqual(order.slice(0, 2).toSorted(), ['crowd', 'single']);
  assert.equal(order.length, 21);
});

test('[E11] never more than so many threads run at once', async () => {
  let inside = 0;
  let most = 0;
  const running = scheduler({ maxRunning: 3 });
  running.start(async () => {
    inside += 1;
    most = Math.max(most, inside);
    await wait(3);
    inside -= 1;
  });
  running.wake(Array.from({ length: 12 }, () => wakeFor(ids.thread())));
  await wait(80);
  await running.stop(0);
  assert.equal(most, 3);
});

test('[D7.1] a child that rests makes room for the next: parents that wait never keep their children out', async () => {
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
  await wait(60);
  await running.stop(0);
  assert.deepEqual(
    seen,
    children.map(({ threadId }) => threadId),
  );
});

test('[E4] what is not due yet runs when it is, and what no wake told of is found by the sweep', async () => {
  const later = wakeFor(ids.thread(), { dueAt: systemClock.now() + 20 });
  const forgotten = wakeFor(ids.thread());
  const seen: ThreadId[] = [];
  const running = scheduler({ owing: [forgotten], sweepMs: 1000 });
  running.wake([later]);
  running.start(async ({ threadId }) => void seen.push(threadId));
  await wait(0);
  assert.ok(!seen.includes(later.threadId));
  await wait(60);
  await running.stop(0);
  assert.deepEqual(new Set(seen), new Set([later.threadId, forgotten.threadId]));
});

test('[A3] a drain begins nothing new, waits for what runs, and aborts it only after the grace', async () => {
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

test('[A3] a drain leaves no timer behind, not even for what is to be tried again', async () => {
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
