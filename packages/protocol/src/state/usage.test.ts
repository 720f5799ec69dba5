import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dollars } from './usage.ts';

test('[U24] a small sum is shown with as many digits as it needs', () => {
  const shown = [0, 99, 125, 3_700, 10_000, 12_000, 12_345, 99_999, 1_234_567].map(dollars);
  assert.deepEqual(shown, [
    '$0.00',
    '<$0.0001',
    '$0.000125',
    '$0.0037',
    '$0.01',
    '$0.012',
    '$0.0123',
    '$0.10',
    '$1.23',
  ]);
});
