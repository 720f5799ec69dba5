import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { isTest, isTypeScript, readFiles } from '../source.ts';
import { longFunctions } from './function-length.ts';

test('[H21] a function has at most 60 lines, JSX included', () => {
  expectNone(readFiles((path) => isTypeScript(path) && !isTest(path)).flatMap(longFunctions));
});

test('[H21] a long function is found in every form', () => {
  const lines = '<p />\n'.repeat(60);
  const forms = [
    `function Long() { return <>${lines}</>; }`,
    `const Long = () => <>${lines}</>;`,
    `const Long = function () { return <>${lines}</>; };`,
    `class Long { render() { return <>${lines}</>; } }`,
  ];
  for (const text of forms) assert.equal(longFunctions({ path: 'packages/web/src/long.tsx', text }).length, 1, text);
  assert.deepEqual(longFunctions({ path: 'packages/web/src/short.tsx', text: 'const a = () => 1;' }), []);
});
