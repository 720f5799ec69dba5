import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { readFiles, root, type SourceFile } from '../source.ts';
import { deadLinks, misnamedDecisions, undocumentedSettings } from './docs.ts';

const existsHere = (path: string) => existsSync(join(root, path));
const page = (text: string): SourceFile => ({ path: 'docs/page.md', text });

test('[H4] every relative link in the documents leads somewhere', () => {
  const pages = readFiles((path) => path.endsWith('.md'));
  expectNone(pages.flatMap((file) => deadLinks(file, existsHere)));
});

test('[H4] a dead link is found, a valid one is not', () => {
  const exists = (path: string) => path === 'docs/there.md' || path === 'README.md';
  for (const text of ['[a](gone.md)', '[a](../gone.md#part)', '![a](gone.png)', '[a]: gone.md']) {
    assert.equal(deadLinks(page(text), exists).length, 1, text);
  }
  const living = [
    '[a](there.md#part)',
    '[a](../README.md)',
    '[a](#part)',
    '[a](https://example.org/x)',
    '`[a](gone.md)`',
  ];
  for (const text of living) assert.deepEqual(deadLinks(page(text), exists), [], text);
  assert.deepEqual(deadLinks(page('```md\n[a](gone.md)\n```\n'), exists), []);
});

test('[H5] docs/settings.md explains the settings that the configuration reads, and no others', () => {
  const [config] = readFiles((path) => path === 'packages/server/src/settings.ts');
  const [settings] = readFiles((path) => path === 'docs/settings.md');
  assert.ok(config && settings, 'packages/server/src/settings.ts and docs/settings.md must both be there');
  expectNone(undocumentedSettings(config, settings));
});

test('[H5] a setting that only one side knows is found', () => {
  const config = { path: 'config.ts', text: 'env.RETINUE_DATA; env.RETINUE_PORT' };
  assert.deepEqual(undocumentedSettings(config, page('`RETINUE_DATA` and `RETINUE_PORT`')), []);
  assert.deepEqual(undocumentedSettings(config, page('`RETINUE_DATA`')), [
    'docs/page.md does not explain RETINUE_PORT',
  ]);
  assert.deepEqual(undocumentedSettings(config, page('`RETINUE_DATA`, `RETINUE_PORT`, `RETINUE_GONE`')), [
    'config.ts does not read RETINUE_GONE',
  ]);
});

test('[H6] decisions are numbered files', () => {
  const decisions = readFiles((path) => path.startsWith('docs/decisions/'));
  expectNone(misnamedDecisions(decisions.map(({ path }) => path)));
});

test('[H6] a decision without a number, or with a taken one, is found', () => {
  assert.equal(misnamedDecisions(['docs/decisions/use-sqlite.md']).length, 1);
  assert.equal(misnamedDecisions(['docs/decisions/0001-a.md', 'docs/decisions/0001-b.md']).length, 1);
  assert.deepEqual(misnamedDecisions(['docs/decisions/0001-a.md', 'docs/decisions/0002-b.md']), []);
});
