import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { isTypeScript, readFiles } from '../source.ts';
import { wordsInName, wrongWords } from './words.ts';

test('[H2] file names and exported names are words that say what a thing is', () => {
  const files = readFiles((path) => isTypeScript(path));
  expectNone(files.flatMap(wrongWords));
});

test('[H2] a name is split into its words', () => {
  assert.deepEqual(wordsInName('toolTimeoutMs'), ['tool', 'timeout', 'ms']);
  assert.deepEqual(wordsInName('parseHTTPReply'), ['parse', 'http', 'reply']);
  assert.deepEqual(wordsInName('take-step.test.ts'), ['take', 'step', 'test', 'ts']);
  assert.deepEqual(wordsInName('queryDatasets'), ['query', 'datasets']);
});

test('[H2] meaningless words are found in file names and exported names', () => {
  const wrong: [path: string, text: string][] = [
    ['packages/server/src/log/utils.ts', 'export const one = 1;'],
    ['packages/server/src/log/sqlite.ts', 'export class LogManager {}'],
    ['packages/server/src/log/sqlite.ts', 'export type ThreadInfo = string;'],
    ['packages/server/src/log/sqlite.ts', 'export const eventData = 1;'],
    ['packages/server/src/log/sqlite.ts', 'export default function helper() {}'],
    ['packages/server/src/log/sqlite.ts', 'const one = 1; export { one as logService };'],
    ['packages/server/src/engine/step/take-step.ts', 'export function openSession() {}'],
    ['packages/protocol/src/events/events.ts', 'export type Conversation = string;'],
  ];
  for (const [path, text] of wrong) assert.equal(wrongWords({ path, text }).length, 1, `${path}: ${text}`);
});

test('[H2] words with a meaning pass', () => {
  const right: [path: string, text: string][] = [
    ['packages/server/src/cli/data-directory.ts', 'export const dataDirectory = 1;'],
    ['packages/server/src/tools/search-datasets.ts', 'export const searchDatasets = 1;'],
    ['packages/server/src/http/session.ts', 'export const readSession = 1;'],
    ['packages/server/src/log/sqlite.ts', 'const data = 1; export const seq = data;'],
  ];
  for (const [path, text] of right) assert.deepEqual(wrongWords({ path, text }), [], `${path}: ${text}`);
});
