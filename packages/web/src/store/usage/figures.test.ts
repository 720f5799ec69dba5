import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elapsedMs, formatAgo, formatCost, formatCount, formatElapsed, formatLapse, formatTokens } from './figures.ts';

test('elapsed time has tenths below ten seconds, then whole seconds, minutes and hours', () => {
  const shown = [0, 40, 1500, 9949, 9950, 59_400, 59_500, 3_599_499, 3_599_500, 7_260_000].map(formatElapsed);
  assert.deepEqual(shown, [
    '0 s',
    '0 s',
    '1.5 s',
    '9.9 s',
    '10 s',
    '59 s',
    '1 min 00 s',
    '59 min 59 s',
    '1 h 00 min',
    '2 h 01 min',
  ]);
});

test('running time is in whole seconds and never negative; ended time is exact', () => {
  assert.equal(elapsedMs(1000, null, 3999), 2000);
  assert.equal(elapsedMs(5000, null, 3000), 0);
  assert.equal(elapsedMs(1000, 2234, 9000), 1234);
});

test('tokens are rounded by size, and money is shown only if it is known', () => {
  assert.deepEqual([999, 1000, 99_949, 100_000, 999_499, 1_000_000].map(formatTokens), [
    '999 tok',
    '1.0k tok',
    '99.9k tok',
    '100k tok',
    '999k tok',
    '1.0M tok',
  ]);
  assert.equal(formatCost({ tokens: 10, costMicros: 0, unpricedTokens: 0 }), '10 tok');
  assert.match(formatCost({ tokens: 10, costMicros: 20_000, unpricedTokens: 0 }), /^10 tok · \$0\.02/);
});

test('ages and counts', () => {
  const now = Date.UTC(2026, 0, 10, 12);
  assert.deepEqual(
    [30_000, 60_000, 59 * 60_000, 23 * 3_600_000].map((ms) => formatAgo(now - ms, now)),
    ['now', '1 min', '59 min', '23 h'],
  );
  assert.match(formatAgo(now - 3 * 86_400_000, now), /7/);
  assert.deepEqual(
    [formatCount(1, 'task'), formatCount(2, 'task'), formatCount(0, 'reply', 'replies')],
    ['1 task', '2 tasks', '0 replies'],
  );
});

test('[U72] an approval says how long it can be given, up to its last moment', () => {
  assert.match(formatLapse(10_000, 8800), /2 s left/);
  assert.equal(formatLapse(10_000, 10_000), 'This request is too old to approve.');
});
