import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { readFiles } from '../source.ts';
import { strayAddresses } from './addresses.ts';

const isText = (path: string) => !/\.(png|jpe?g|gif|webp|ico|woff2?|db|sqlite)$/.test(path);

test('[H8] no file names a folder of one machine or the host of a registry', () => {
  expectNone(readFiles(isText).flatMap(strayAddresses));
});

test('[H8] stray addresses are found', () => {
  const [work, root, registry] = ['work', 'root', 'registry'];
  const stray = [`cd /${work}/main`, `"/${root}/.npmrc"`, `(/${work})`, `https://${registry}.npmjs.org/zod`];
  for (const text of stray) assert.equal(strayAddresses({ path: 'a.md', text }).length, 1, text);
});

test('[H8] routes and words are not addresses', () => {
  const fine = [
    'GET /threads/root',
    'packages/work/main.ts',
    './root/a.ts',
    '/rooted',
    '/workspaces/x',
    'npm registry',
  ];
  for (const text of fine) assert.deepEqual(strayAddresses({ path: 'a.md', text }), [], text);
});
