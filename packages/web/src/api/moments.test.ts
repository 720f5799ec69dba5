import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOf, sinceMs } from './moments.ts';

test('[S77] time passes by either clock, so a clock that is set back hides no silence', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 10 * 3_600_000 });
  const before = { ...momentOf(), steady: performance.now() - 30_000 };
  t.mock.timers.setTime(9 * 3_600_000);
  assert.ok(sinceMs(before) >= 30_000);
  const asleep = momentOf();
  t.mock.timers.setTime(10 * 3_600_000);
  assert.ok(sinceMs(asleep) >= 3_600_000);
});
