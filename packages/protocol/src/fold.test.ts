import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { seededChance } from '../../../tests/support/facts.ts';
import { writeRandomLog } from '../../../tests/support/random-log.ts';
import type { Event, EventType } from './events.ts';
import { eventSchema, eventTypes } from './events.ts';
import { fold } from './fold.ts';
import { foldTree, viewTree } from './fold-tree.ts';
import { totalTokens } from './usage.ts';

/*
 * Properties of the fold, on logs that the real engine wrote from random scripts.
 */
const logs: { stored: Event[]; watched: Event[] }[] = [];

before(async () => {
  for (let seed = 1; seed <= 40 || (missingTypes().length > 0 && seed <= 160); seed += 8) {
    logs.push(...(await Promise.all(Array.from({ length: 8 }, (_, index) => writeRandomLog(seed + index)))));
  }
});

function missingTypes(): EventType[] {
  const seen = new Set(logs.flatMap(({ stored }) => stored.map((event) => event.type)));
  return eventTypes.filter((type) => !seen.has(type) && !unwritten.includes(type));
}

/** Known to the fold, and not yet brought about by the random logs. */
const unwritten: EventType[] = ['thread.reactivated', 'task.backgrounded', 'thread.compacted', 'chat.read'];

const anyLog = () => fc.nat(logs.length - 1).map((index) => logs[index] ?? assert.fail('no log'));
const anyThread = () =>
  anyLog().chain(({ stored }) => {
    const threads = [...Map.groupBy(stored, (event) => event.threadId).values()];
    return fc.nat(threads.length - 1).map((index) => threads[index] ?? assert.fail('no thread'));
  });

test('[L1] the random logs hold every type of event, and every event is of its shape', () => {
  assert.deepEqual(missingTypes(), []);
  for (const { stored } of logs) for (const event of stored) eventSchema.parse(event);
});

test('[S2] folding twice is folding once', () => {
  fc.assert(
    fc.property(anyThread(), (events) => {
      const once = fold(null, events);
      assert.deepEqual(fold(once, events), once);
    }),
  );
});

test('[S2] the fold of a prefix, stored and read again, then of the tail, is the fold of all; nothing it was given changes', () => {
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
      const shuffled = interleave(stored, seededChance(seed));
      const expected = foldTree(null, stored) ?? assert.fail('no tree');
      const folded = shuffled.reduce((tree, event) => foldTree(tree, [event]), foldTree(null, []));
      assert.deepEqual(folded, expected);
      assert.deepEqual(folded && viewTree(folded), viewTree(expected));
    }),
    { numRuns: 40 },
  );
});

test('[E6] the usage of a tree is the sum of its threads', () => {
  for (const { stored } of logs) {
    const tree = foldTree(null, stored) ?? assert.fail('no tree');
    const sum = Object.values(tree.threads).reduce((total, thread) => total + totalTokens(thread.usage), 0);
    assert.equal(totalTokens(viewTree(tree)?.usage ?? assert.fail('no view')), sum);
  }
});

/** Keeps the order within each thread, and nothing else. */
function interleave(events: readonly Event[], chance: () => number): Event[] {
  const queues = [...Map.groupBy(events, (event) => event.threadId).values()].map((queue) => [...queue]);
  const mixed: Event[] = [];
  while (mixed.length < events.length) {
    const waiting = queues.filter((queue) => queue.length > 0);
    const next = waiting[Math.floor(chance() * waiting.length)]?.shift();
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
