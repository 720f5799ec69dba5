import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { plant, repository } from '../crash/planted/plant.ts';
import { bugsInParts } from './bugs-in-parts.ts';

/* Bugs are planted in the sources as a process loads them, and the named test must fail for each. */
const folder = mkdtempSync(join(tmpdir(), 'retinue-planted-'));
after(() => rmSync(folder, { recursive: true, force: true }));

// In parallel: with some bugs a test only waits, until its time is up.
describe('planted bugs', { concurrency: 3 }, () => {
  for (const [index, { name, caughtBy, rule, changes }] of bugsInParts.entries()) {
    test(`[${rule}] its test fails when ${name}`, async () => {
      const nodeOptions = plant(join(folder, `bug-${index}.json`), changes);
      const told = await runUntilRed(nodeOptions, caughtBy, rule);
      assert.match(told, isRed, `not caught: ${told}`);
      assert.doesNotMatch(told, /ERR_MODULE_NOT_FOUND|SyntaxError/, 'it could not run');
    });
  }
});

/** One failed test is enough: with a bug the others may wait forever. */
async function runUntilRed(nodeOptions: string[], file: string, rule: string): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--test', '--test-isolation=none', '--test-reporter=tap', '--test-timeout=20000', '--test-force-exit'];
  const named = [`--test-name-pattern=\\[${rule}\\]`, file];
  const child = spawn(process.execPath, [...nodeOptions, ...args, ...named], { cwd: repository, env });
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text;
    if (isRed.test(told) && told.includes('\n    ...')) child.kill('SIGKILL');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  await once(child, 'close');
  return told;
}

const isRed = /^ *not ok \d+ - /m;
