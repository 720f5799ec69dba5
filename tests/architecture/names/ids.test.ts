import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { isTypeScript, readFiles } from '../source.ts';
import { castIds } from './ids.ts';

test('[H3] ids come from their maker, never from a cast', () => {
  const files = readFiles((path) => isTypeScript(path));
  expectNone(files.flatMap(castIds));
});

test('[H3] a cast to an id is found in every form', () => {
  const path = 'packages/server/src/engine/step/take-step.ts';
  const casts = [
    'const id = row.id as ThreadId;',
    'const id = row.id as unknown as CallId;',
    'const id = <TaskId>row.id;',
    'const ids = rows as ThreadId[];',
  ];
  for (const text of casts) assert.equal(castIds({ path, text }).length, 1, text);
});

test('[H3] the maker may cast, and other casts are ignored', () => {
  const cast = 'const id = text as ThreadId;';
  assert.deepEqual(castIds({ path: 'packages/protocol/src/ids.ts', text: cast }), []);
  const path = 'packages/server/src/log/sqlite.ts';
  assert.deepEqual(castIds({ path, text: `const row = value as Row; // ${cast}` }), []);
});
