import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('[W17] of many that come at once a few are let in each turn, in their order, and nobody is forgotten', async () => {
  const turns = new Turns(3);
  const entered: number[] = [];
  const seen: number[] = [];
  const enter = async (one: number) => {
    await turns.take();
    entered.push(one);
  };
  const all = Array.from({ length: 8 }, (_, one) => enter(one));
  await Promise.resolve();
  for (let turn = 0; turn < 4; turn += 1) {
    seen.push(entered.length);
    await nextTurn();
  }
  await Promise.all(all);
  assert.deepEqual(entered, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.ok(
    seen.every((count, turn) => count <= (turn + 1) * 3),
    `let in by turn: ${seen}`,
  );
  assert.equal(turns.take(), null, 'whoever comes alone waits for nothing');
});
