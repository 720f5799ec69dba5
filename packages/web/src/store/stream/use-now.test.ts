import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { drawHook } from '../../../../../tests/support/browser/drawn-hook.ts';

test('[U95] times count in whole seconds of the server and change on the second', async () => {
  const { useNow } = await import('./use-now.ts');
  mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'], now: 10_400 });
  try {
    await using clock = await drawHook(() => useNow(true));
    assert.equal(clock.current(), 10_000);
    await clock.run(() => mock.timers.tick(599));
    assert.equal(clock.current(), 10_000);
    await clock.run(() => mock.timers.tick(1));
    assert.equal(clock.current(), 11_000);
    await clock.run(() => mock.timers.tick(1000));
    assert.equal(clock.current(), 12_000);
  } finally {
    mock.timers.reset();
  }
});
