import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { goldenSamples } from '../../../../../tests/golden/logs.ts';
import { writeRandomLog } from '../../../../../tests/support/random/random-log.ts';
import { seededRandom } from '../../../../../tests/support/random/seeded-random.ts';
import type { EventType, LogEvent } from '../../events/events.ts';
import { eventSchema, eventTypes } from '../../events/events.ts';
import type { ThreadId } from '../../ids.ts';
import type { TreeState } from '../fold-tree.ts';
import { foldTree, viewTree } from '../fold-tree.ts';
import { tasksServed, usageUnder } from '../task-scope.ts';
import { totalTokens } from '../usage.ts';
import { fold } from './fold.ts';

/*
 * Properties of the fold, on logs that the real engine wrote from random scripts.
 */
const logs: { stored: LogEvent[]; watched: LogEvent[]; findings: string[] }[] = [];

const minLogs = Number(process.env.RETINUE_LOGS ?? 24);

before(async () => {
  for (let seed = 1; seed <= minLogs || (missingTypes().length > 0 && seed <= 160); seed += 8) {
    logs.push(...(await Promise.all(Array.from({ length: 8 }, (_, index) => writeRandomLog(seed + index)))));
  }
});

function missingTypes(): EventType[] {
  const seen = new Set(logs.flatMap(({ stored }) => stored.map((event) => event.type)));
  return eventTypes.filter((type) => !seen.has(type) && !unwritten.includes(type));
}

/** An import is the last event of a chat that came from a file, with tests of its own. Newer types have golden samples. */
const unwritten: EventType[] = ['thread.imported', ...(await goldenSamples()).map(({ type }) => type)];

const anyLog = () => fc.nat(logs.length - 1).map((index) => logs[index] ?? assert.fail('no log'));
const anyThread = () =>
  anyLog().chain(({ stored }) => {
    const threads = [...Map.groupBy(stored, (event) => event.threadId).values()];
    return fc.nat(threads.length - 1).map((index) => threads[index] ?? assert.fail('no thread'));
  });

test('[L1] the random logs hold every type of event, and every event fits its shape', () => {
  assert.deepEqual(missingTypes(), []);
  for (const { stored } of logs) for (const event of stored) eventSchema.parse(event);
});

test('[L7] a store is consistent after any actions of models, tools and people', () => {
  assert.deepEqual(
    logs.flatMap(({ findings }) => findings),
    [],
  );
});

test('[S2] folding twice is folding once', () => {
  fc.assert(
    fc.property(anyThread(), (events) => {
      const once = fold(null, events);
      assert.deepEqual(fold(once, events), once);
    }),
  );
});

test('[S2] the fold of a prefix, stored and read again, then of the tail, is the fold of all; its input does not change', () => {
  fc.assert(
    fc.property(anyThread(), fc.double({ min: 0, max: 1, noNaN: true }), (events, share) => {
      const cut = Math.floor(events.length * share);
      const prefix = fold(null, events.slice(0, cut));
      const stored = JSON.stringify(prefix);
      const all = fold(deepFreeze(prefix), events.slice(cut));
      assert.deepEqual(all, fold(null, events));
      assert.deepEqual(fold(JSON.parse(stored), events.slice(cut)), all);
      assert.equal(JSON.stringify(prefix), stored);
    }),
  );
});

test('[S2] the fold of the stored log is the fold of the watched stream', () => {
  for (const { stored, watched } of logs) {
    assert.deepEqual(watched, stored);
    const live = watched.reduce((tree, event) => foldTree(tree, [event]), foldTree(null, []));
    assert.deepEqual(live, foldTree(null, stored));
  }
});

test('[S1] any interleaving of the threads gives the same tree', () => {
  fc.assert(
    fc.property(anyLog(), fc.integer(), ({ stored }, seed) => {
      const shuffled = interleave(stored, seededRandom(seed));
      const expected = foldTree(null, stored) ?? assert.fail('no tree');
      const folded = shuffled.reduce((tree, event) => foldTree(tree, [event]), foldTree(null, []));
      assert.deepEqual(folded, expected);
      assert.deepEqual(folded && viewTree(folded), viewTree(expected));
    }),
    { numRuns: 40 },
  );
});

test('[E6] the usage of a tree is the sum of its threads, stopped, crashed and reactivated ones included', () => {
  for (const { stored } of logs) {
    const tree = foldTree(null, stored) ?? assert.fail('no tree');
    const sum = Object.values(tree.threads).reduce((total, thread) => total + totalTokens(thread.usage), 0);
    assert.equal(totalTokens(viewTree(tree)?.usage ?? assert.fail('no view')), sum);
    for (const thread of Object.values(tree.threads)) assert.ok(totalTokens(thread.turnStats.usage) >= 0);
  }
});

test("[E6.2] the costs of a child's tasks add up to the cost of it and everything below it", () => {
  let shared = 0;
  for (const { stored } of logs) {
    const tree = foldTree(null, stored) ?? assert.fail('no tree');
    const tasks = stored.flatMap((event) => (event.type === 'task.ended' ? [event] : []));
    for (const child of Object.values(tree.threads).filter(({ parent }) => parent)) {
      if (isToldLater(stored, tree, child.threadId)) continue;
      const served = new Set(tasksServed(child));
      const told = tasks.filter(({ data }) => served.has(data.taskId)).map(({ data }) => totalTokens(data.usage));
      const sum = told.reduce((total, tokens) => total + tokens, 0);
      assert.equal(sum, totalTokens(usageUnder(tree.threads, child)), child.threadId);
      if (told.length > 1) shared += 1;
    }
  }
  assert.ok(shared > 0, 'no child served two tasks');
});

/** Whether the cost of something below it rose, or was corrected, after the task there had ended. */
function isToldLater(stored: readonly LogEvent[], tree: TreeState, threadId: ThreadId): boolean {
  const isBelow = (id: ThreadId): boolean => {
    const parent = tree.threads[id]?.parent?.threadId;
    return id === threadId || (parent !== undefined && isBelow(parent));
  };
  const below = stored.filter((event) => isBelow(event.threadId));
  const ends = below.filter(({ type, threadId: id }) => id === threadId && isEnd(type));
  const rests = (position: number) => {
    const end = ends.findLast((event) => event.position < position);
    const after = below.find((event) => event.threadId === threadId && event.position > (end?.position ?? 0));
    return end !== undefined && (after?.type !== 'thread.reactivated' || after.position > position);
  };
  return below.some(
    ({ type, threadId: id, position }) =>
      type === 'usage.recorded' || (id !== threadId && type === 'step.started' && rests(position)),
  );
}

const isEnd = (type: EventType) => type === 'thread.ended' || type === 'thread.cancelled';

/** Keeps only the order within each thread. */
function interleave(events: readonly LogEvent[], random: () => number): LogEvent[] {
  const queues = [...Map.groupBy(events, (event) => event.threadId).values()].map((queue) => [...queue]);
  const mixed: LogEvent[] = [];
  while (mixed.length < events.length) {
    const waiting = queues.filter((queue) => queue.length > 0);
    const next = waiting[Math.floor(random() * waiting.length)]?.shift();
    if (next) mixed.push(next);
  }
  return mixed;
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
