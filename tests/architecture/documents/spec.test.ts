import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { isTest, isTypeScript, readFiles } from '../source.ts';
import { disagreements, idsInTestNames, rulesIn } from './spec.ts';

test('[H7] every rule of SPEC.md has a test that carries its id, and every id has a rule', () => {
  const [spec] = readFiles((path) => path === 'SPEC.md');
  assert.ok(spec, 'SPEC.md must be there');
  const rules = rulesIn(spec.text);
  assert.ok(rules.length > 0, 'SPEC.md must hold rules: lines that start with an id in brackets');
  const tests = readFiles((path) => isTypeScript(path) && isTest(path));
  expectNone(disagreements(rules, new Set(tests.flatMap(idsInTestNames))));
});

test('[H7] rules are read from lines, lists and tables, and mentions are not rules', () => {
  const spec =
    '**[L1]** One.\n- [X1] Two.\n| [X2] | Three |\n- **[X3]** Four, see [L1].\n[X4] Five\n- [X4.1] Six\nSee [L9].';
  assert.deepEqual(rulesIn(spec), ['L1', 'X1', 'X2', 'X3', 'X4', 'X4.1']);
});

test('[H7] ids are read from the names of tests only', () => {
  const text = [
    "test('[A1] a', () => {});",
    'it(`[A2][A3] of $' + '{name}`, () => {});',
    "describe('[A4, A5.12] b', () => {});",
    "t.test('[A6] inside another', () => {});",
    "test.only('[A7] c', () => {});",
    "log('[B1] d'); /x/.test('[B3] f'); // test('[B2] e')",
  ].join('\n');
  assert.deepEqual(idsInTestNames({ path: 'a.test.ts', text }), ['A1', 'A2', 'A3', 'A4', 'A5.12', 'A6', 'A7']);
});

test('[H7] a rule without a test, a test without a rule and a doubled rule are found', () => {
  assert.deepEqual(disagreements(['A1'], new Set(['A1'])), []);
  assert.equal(disagreements(['A1', 'A2'], new Set(['A1'])).length, 1);
  assert.equal(disagreements(['A1'], new Set(['A1', 'A2'])).length, 1);
  assert.equal(disagreements(['A1', 'A1'], new Set(['A1'])).length, 1);
});
