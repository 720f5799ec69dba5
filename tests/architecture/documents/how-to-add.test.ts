import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { listPaths, root } from '../source.ts';
import { type Change, changed, partsIn, touchedFiles } from './how-to-add.ts';

const parts = partsIn(readFileSync(join(root, 'docs/how-to-add.md'), 'utf8'));

test('[H30] each part of how-to-add.md touches as many files as it says, a command at most three', () => {
  assert.deepEqual(
    parts.map(({ title }) => title),
    ['A command', 'A query', 'An event type', 'A record collection', 'A tool', 'A setting', 'A screen'],
  );
  for (const part of parts) assert.equal(touchedFiles(part).length, part.stated, part.title);
  assert.ok(touchedFiles(parts[0] ?? assert.fail()).length <= 3);
});

test('[H30] a block is put where it says, and one without a place is refused', () => {
  const change = (kind: 'before' | 'after' | 'replace', anchor: string) =>
    changed('one\n  two\nthree\n', { path: 'a.ts', place: { kind, anchor }, text: 'new\n' });
  assert.equal(change('before', 'two'), 'one\nnew\n  two\nthree\n');
  assert.equal(change('after', 'two'), 'one\n  two\nnew\nthree\n');
  assert.equal(change('replace', 'one'), 'new\n  two\nthree\n');
  assert.throws(() => change('after', 't'), /a\.ts has 2 lines with: t/);
  assert.throws(() => change('after', 'four'), /a\.ts has 0 lines/);
  assert.throws(() => partsIn('## One\n\n```ts beside a.ts: one\n```\n'), /No file or place/);
});

test('[H30.1] all parts of how-to-add.md, applied to a copy of the repository, pass its check and their tests', () => {
  const copy = mkdtempSync(join(tmpdir(), 'retinue-how-to-add-'));
  try {
    copyRepository(copy);
    const changes = parts.flatMap((part) => part.changes);
    for (const change of changes) apply(copy, change);
    const tests = changes.flatMap(({ path }) => (path.endsWith('.test.ts') ? [path] : []));
    run(copy, ['scripts/write-docs.ts']);
    // The other files are linted where they come from.
    run(copy, ['scripts/check.mjs', ...new Set(changes.map(({ path }) => path))]);
    run(copy, ['--test', ...tests, 'tests/golden/golden.test.ts', 'packages/server/src/cli/route-verbs.test.ts']);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

/** Its packages are linked one by one, so that those of the repository itself are the copied ones. */
function copyRepository(copy: string): void {
  for (const path of listPaths(() => true)) cpSync(join(root, path), join(copy, path));
  for (const folder of ['node_modules', 'packages/server/node_modules']) link(folder, copy);
}

function link(folder: string, copy: string): void {
  mkdirSync(join(copy, folder));
  for (const name of existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []) {
    const isOwn = name === '@retinue';
    if (isOwn) cpSync(join(root, folder, name), join(copy, folder, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(root, folder, name), join(copy, folder, name));
  }
}

function apply(copy: string, change: Change): void {
  const file = join(copy, change.path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, changed(existsSync(file) ? readFileSync(file, 'utf8') : null, change));
}

function run(copy: string, args: string[]): void {
  // The variables of this test's own runner would silence another one.
  const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8' });
  assert.equal(status, 0, `${args[0]} in a copy with all parts of how-to-add.md:\n${stdout.slice(-8000)}${stderr}`);
}
