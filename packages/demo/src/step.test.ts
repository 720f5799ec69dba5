import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callStep, replay, type Work } from './step.ts';
import type { FinishedCall } from './turn.ts';

function* work(): Work<string> {
  const [first] = yield callStep('one', 1);
  const rest = yield callStep('two', 2, 3);
  return [first, ...rest].map((made) => made?.value).join();
}

const made = (name: string, value: string): FinishedCall => ({
  type: 'called',
  name,
  args: null,
  value,
  failed: false,
});

test('[G1] work continues after the calls made so far', () => {
  assert.deepEqual(replay(work(), []), { step: callStep('one', 1) });
  assert.deepEqual(replay(work(), [made('one', 'a')]), { step: callStep('two', 2, 3) });
  assert.deepEqual(replay(work(), [made('one', 'a'), made('two', 'b'), made('two', 'c')]), { outcome: 'a,b,c' });
});

test('[G1] [L12] calls of another release that this one does not make are skipped', () => {
  const calls = [made('old', 'x'), made('one', 'a'), made('old', 'y'), made('two', 'b'), made('two', 'c')];
  assert.deepEqual(replay(work(), calls), { outcome: 'a,b,c' });
});
