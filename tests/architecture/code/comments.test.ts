import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { readFiles } from '../source.ts';
import { vagueComments } from './comments.ts';

test('[H24] a comment starts with a noun or a verb', () => {
  const files = readFiles((path) => /^(bench|gallery|packages|scripts|tests)\/.*\.(tsx?|mjs)$/.test(path));
  expectNone(files.flatMap(vagueComments));
});

test('[H24] a vague opening is found in every kind of comment and in every sentence', () => {
  const find = (text: string) => vagueComments({ path: 'packages/server/src/log/rows.ts', text }).length;
  const vague = [
    '/** What a step costs. */',
    '/* Of the whole tree. */',
    '// where it stands',
    '/**\n * Nobody waits for it.\n */',
    '/** Runs once. Whoever comes late gets nothing. */',
    'const a = 1; // Who asks.',
  ];
  for (const text of vague) assert.equal(find(text), 1, text);
  for (const text of [
    '/** The cost of a step. */',
    '// Offers tools. When one fails, the step ends.',
    '/** Counts the steps of a thread, whoever runs it. */',
    "const a = 'What is new?';",
  ])
    assert.equal(find(text), 0, text);
});
