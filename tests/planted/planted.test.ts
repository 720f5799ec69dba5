import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { copySources } from '../crash/planted/copy.ts';
import { ownSources } from '../crash/sources.ts';
import { bugsInParts } from './bugs-in-parts.ts';

/* Who watches the tests of a part: bugs are planted in copies of the sources, and the named test must fail for each. */
const folder = mkdtempSync(join(tmpdir(), 'retinue-planted-'));
after(() => rmSync(folder, { recursive: true, force: true }));

for (const [index, { name, caughtBy, rule, changes }] of bugsInParts.entries()) {
  test(`[${rule}] its test fails when ${name}`, async () => {
    const sources = join(folder, `bug-${index}`);
    copySources(ownSources, sources, changes, [caughtBy]);
    const told = await runUntilRed(sources, caughtBy, rule);
    assert.match(told, isRed, `not caught: ${told}`);
    assert.doesNotMatch(told, /ERR_MODULE_NOT_FOUND|SyntaxError/, 'the copy could not run');
  });
}

/** One red test is enough: with a bug the others may wait for ever. */
async function runUntilRed(sources: string, file: string, rule: string): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--test', '--test-isolation=none', '--test-reporter=tap', '--test-timeout=20000', '--test-force-exit'];
  const child = spawn(process.execPath, [...args, `--test-name-pattern=\\[${rule}\\]`, file], { cwd: sources, env });
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
