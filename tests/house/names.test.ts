import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from './expect-none.ts';
import { knownRetired, knownShared } from './known-names.ts';
import { compareWithList, retiredNames, sharedNames } from './names.ts';
import { isTest, readFiles } from './source.ts';

const files = readFiles((path) => /^packages\/[a-z]+\/src\/.*\.tsx?$/.test(path) && !isTest(path));

test('[H15] an exported name has one meaning', () => {
  expectNone(compareWithList(sharedNames(files), knownShared, 'is exported by two files; give each its own name'));
});

test('[H15] no exported name and no file name has a retired word', () => {
  expectNone(compareWithList(retiredNames(files), knownRetired, 'has a retired word; say what the thing is'));
});

test('[H15] shared and retired names are found', () => {
  const one = { path: 'packages/server/src/log/door.ts', text: 'export type Row = string; export const Row = 1;' };
  const two = { path: 'packages/web/src/ui/row.tsx', text: 'export interface Row {} export const rowWords = 1;' };
  const again = { path: 'packages/web/src/ui/index.ts', text: "export { Row } from './row.tsx';" };
  assert.deepEqual(sharedNames([one, again]), []);
  assert.deepEqual(sharedNames([one, two]), ['Row']);
  assert.deepEqual(retiredNames([one, two]), ['door.ts', 'rowWords']);
  assert.deepEqual(compareWithList(['a'], ['a'], 'is wrong'), []);
  assert.equal(compareWithList(['a'], ['b'], 'is wrong').length, 2);
});
