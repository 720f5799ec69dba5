import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TurnAdmission } from './turn-admission.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('[W17] in a burst of requests a few are admitted each turn, in their order, and all get their turn', async () => {
  const turns = new TurnAdmission(3);
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

test('[W17] waiting requests take no more than their share of the time', async () => {
  const turns = new TurnAdmission(2, 0.25);
  const busyMs = 3;
  const work = async () => {
    await turns.take();
    for (const until = performance.now() + busyMs; performance.now() < until; );
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 20 }, work));
  // A pause of three times as long follows on every turn but the last.
  const leastMs = 20 * busyMs + 9 * 3 * 2 * busyMs;
  assert.ok(performance.now() - startedAt >= leastMs, 'nothing else had its part of the time');
});
