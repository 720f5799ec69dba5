import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { listPaths } from '../source.ts';
import { crowdedFolders } from './folder-size.ts';

test('[H23] a folder of the code has at most 20 files directly in it', () => {
  expectNone(crowdedFolders(listPaths((path) => /^(packages|tests|bench|gallery|scripts)\//.test(path))));
});

test('[H23] a folder with too many files is found, and its subfolders count for themselves', () => {
  const files = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`);
  assert.deepEqual(crowdedFolders([...files('packages/a', 20), ...files('packages/a/b', 20)]), []);
  assert.equal(crowdedFolders(files('packages/a', 21)).length, 1);
});
