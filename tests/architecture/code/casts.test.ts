import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { isTest, isTypeScript, readFiles } from '../source.ts';
import { uncheckedCasts } from './casts.ts';

test('[H22] no cast in the product goes around the types', () => {
  expectNone(readFiles((path) => isTypeScript(path) && !isTest(path)).flatMap(uncheckedCasts));
});

test('[H22] a cast around the types is found in every form', () => {
  const path = 'packages/server/src/log/rows.ts';
  const casts = [
    'const row = value as unknown as Row;',
    'const row = (value as unknown) as Row;',
    'take(value as never);',
    'const row = value as\n  never;',
  ];
  for (const text of casts) assert.equal(uncheckedCasts({ path, text }).length, 1, text);
  const fine = [
    'const row = value as Row;',
    'const row = value as unknown;',
    '// value as never',
    'f satisfies never;',
  ];
  for (const text of fine) assert.deepEqual(uncheckedCasts({ path, text }), [], text);
});
