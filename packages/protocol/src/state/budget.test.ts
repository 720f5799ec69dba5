import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Budget } from './budget.ts';
import { budgetKinds, minBudget, noSpend, remainderOf, shareOf } from './budget.ts';

const none: Budget = { tokens: null, costMicros: null, workMs: null, calls: null, tasks: null };
const bound = () => fc.option(fc.nat(1_000_000), { nil: null });
const anyBudget = (): fc.Arbitrary<Budget> =>
  fc.record({ tokens: bound(), costMicros: bound(), workMs: bound(), calls: bound(), tasks: bound() });

test('[D17] the grant of a turn is the smallest of each given bound', () => {
  assert.equal(minBudget(null, undefined, none), null);
  assert.deepEqual(minBudget({ ...none, tokens: 10, calls: 3 }, null, { ...none, tokens: 7, tasks: 0 }), {
    ...none,
    tokens: 7,
    calls: 3,
    tasks: 0,
  });
});

test("[D17.1] the remainder is the grant without the spend and the grants of the turn's open tasks", () => {
  const turnStats = {
    begunSeq: 9,
    tokens: 10,
    costMicros: 5,
    workedMs: 0,
    calls: 1,
    tasks: 2,
    spentByTasks: { ...noSpend, tokens: 20 },
  };
  const open = (begunSeq: number) => ({ begunSeq, grant: { ...none, tokens: 30, tasks: 4 } });
  const thread = { grant: { ...none, tokens: 100, tasks: 7 }, openTasks: [open(2), open(9)], turnStats };
  assert.deepEqual(remainderOf(thread as never), { ...none, tokens: 40, tasks: 1 });
  assert.equal(remainderOf({ ...thread, grant: null } as never), null);
});

test("[D17.1] the grants of one step's tasks never exceed the remainder, with the tasks themselves counted", () => {
  fc.assert(
    fc.property(anyBudget(), fc.integer({ min: 1, max: 50 }), (remainder, tasks) => {
      const share = shareOf(remainder, tasks) ?? assert.fail('no share');
      for (const kind of budgetKinds) {
        const left = remainder[kind];
        if (left === null) assert.equal(share[kind], null);
        else assert.ok((share[kind] ?? 0) * tasks + (kind === 'tasks' ? Math.min(tasks, left) : 0) <= left);
      }
    }),
  );
});
