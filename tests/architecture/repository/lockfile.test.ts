import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { readFiles } from '../source.ts';
import { lockfileFaults } from './lockfile.ts';

const sound = { version: '1.0.0', integrity: 'sha512-a' };

test('[H9] the lockfile installs on every platform, from any registry', () => {
  const [lockfile] = readFiles((path) => path === 'package-lock.json');
  assert.ok(lockfile, 'package-lock.json must be there');
  expectNone(lockfileFaults(JSON.parse(lockfile.text)));
});

test('[H9] a missing platform package, an address and a missing integrity are found', () => {
  const needy = { ...sound, optionalDependencies: { '@b/linux': '1.0.0' } };
  assert.deepEqual(lockfileFaults({ packages: { 'node_modules/b': needy, 'node_modules/@b/linux': sound } }), []);
  assert.equal(lockfileFaults({ packages: { 'node_modules/b': needy } }).length, 1);
  assert.equal(lockfileFaults({ packages: { '': { optionalDependencies: { c: '1.0.0' } } } }).length, 1);
  assert.equal(lockfileFaults({ packages: { 'node_modules/b': { version: '1.0.0' } } }).length, 1);
  const addressed = { ...sound, resolved: 'https://example.org/b.tgz' };
  assert.equal(lockfileFaults({ packages: { 'node_modules/b': addressed } }).length, 1);
  assert.deepEqual(lockfileFaults({ packages: { 'node_modules/b': { resolved: 'packages/b', link: true } } }), []);
});
