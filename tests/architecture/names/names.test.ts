import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { isTest, isTypeScript, readFiles } from '../source.ts';
import { retiredNames, shadowingNames, sharedNames } from './names.ts';

const files = readFiles((path) => /^packages\/[a-z]+\/src\/.*\.tsx?$/.test(path) && !isTest(path));

test('[H15] an exported name has one meaning', () => {
  expectNone(sharedNames(files).map((name) => `${name} is exported by two files; give each its own name`));
});

test('[H15] no exported name shadows one of the platform', () => {
  expectNone(shadowingNames(files).map((name) => `${name} is also a name of the platform; name which one it is`));
  const path = 'packages/protocol/src/events/events.ts';
  assert.deepEqual(shadowingNames([{ path, text: 'export type Event = string; export type LogEvent = Event;' }]), [
    'Event',
  ]);
});

test('[H15] no name of a file, export, parameter or property has a retired word', () => {
  expectNone(retiredNames(files).map((name) => `${name} has a retired word; say what the thing is`));
});

test('[H15] no name of a file or an export of a test has a retired word', () => {
  const tests = readFiles((path) => isTypeScript(path) && isTest(path));
  expectNone(retiredNames(tests).map((name) => `${name} has a retired word; say what the thing is`));
});

test('[H15] shared and retired names are found', () => {
  const one = { path: 'packages/server/src/log/door.ts', text: 'export type Row = string; export const Row = 1;' };
  const two = { path: 'packages/web/src/ui/row.tsx', text: 'export interface Row {} export const rowWords = 1;' };
  const again = { path: 'packages/web/src/ui/index.ts', text: "export { Row } from './row.tsx';" };
  assert.deepEqual(sharedNames([one, again]), []);
  assert.deepEqual(sharedNames([one, two]), ['Row']);
  assert.deepEqual(retiredNames([one, two]), ['door.ts', 'rowWords']);
});

test('[H15] retired words are found in parameters and properties, and in folders', () => {
  const path = 'packages/server/src/log/rows.ts';
  const wrong = [
    'function take(most: number) {}',
    'function take({ wish }: Given) {}',
    'function take({ request: wish = null }: Given) {}',
    'const take = ([least]: number[]) => least;',
    'class Log { #house = 1; }',
    'class Log { look() {} }',
    'interface Log { patienceMs: number }',
    'interface Log { words(): string }',
    'const header = { once: key };',
    'function inWords() {}',
    'const mostChats = 3;',
  ];
  for (const text of wrong) assert.equal(retiredNames([{ path, text }]).length, 1, text);
  const fine = [
    'listen({ once: true });',
    'const atMost = 1; type A = { atLeast: number };',
    'go(() => { const words = 1; });',
  ];
  for (const text of fine) assert.deepEqual(retiredNames([{ path, text }]), [], text);
  assert.deepEqual(retiredNames([{ path: 'packages/server/src/here/a.ts', text: '' }]), ['here']);
  const search = 'packages/server/src/search/terms.ts';
  assert.deepEqual(retiredNames([{ path: search, text: 'export const wordsIn = (word: string) => word;' }]), []);
});
