import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { openServed } from '../../support/apps/served-app.ts';
import { agent, temporaryDirectory } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { barrier, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const { placeBuild } = await import(new URL('../../../scripts/place-build.mjs', import.meta.url).href);
const webRoot = new URL('../../../packages/web', import.meta.url).pathname;
const day = 24 * 60 * 60 * 1000;

test('[U90] an open page with a draft, a running chat and chunks that are not loaded yet continues after an upgrade', async () => {
  const folder = await temporaryDirectory();
  const directory = await temporaryDirectory();
  const webFolder = pathToFileURL(join(folder, 'app/'));
  await buildInto(folder, 'first');
  const before = new Set(assetsIn(folder));
  const options = { directory, agents: [agent('orchestrator')] };
  const first = await openServed({
    ...options,
    script: [say('Half an '), barrier('never')],
    server: { webFolder },
  });
  await using visitor = await visit(first);
  const { page } = visitor;
  await ask(page, 'Go');
  await page.getByText('Half an').waitFor();
  const field = page.getByRole('textbox', { name: 'Message' }).first();
  await field.fill('My draft');
  await page.evaluate('globalThis.isSamePage = true');
  const port = Number(new URL(first.url).port);

  await buildInto(folder, 'second');
  assert.equal(
    [...before].every((name) => assetsIn(folder).includes(name)),
    true,
  );
  await first.stop();
  await using second = await openServed({
    ...options,
    script: [say('**A whole** answer.')],
    server: { webFolder, port },
  });
  await page.locator('strong', { hasText: 'A whole' }).waitFor();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  assert.equal(await page.evaluate('globalThis.isSamePage'), true);
  await expectNothingLost(page);

  // A day later the files of the first build are gone.
  await buildInto(folder, 'third', Date.now() + 1000);
  await buildInto(folder, 'fourth', Date.now() + day + 2000);
  const isUnfetched = (name: string) => name.startsWith('agents-screen');
  assert.equal([...before].filter(isUnfetched).length, 1);
  assert.equal(
    assetsIn(folder).some((name) => isUnfetched(name) && before.has(name)),
    false,
  );
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('heading', { name: 'Agents' }).waitFor();
  await until(() => page.evaluate('globalThis.isSamePage === undefined'), true);
  await expectNothingLost(page);
  assert.equal(second.errors.length, 0);
});

async function expectNothingLost(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: 'Go' }).click();
  await page.getByText('A whole').waitFor();
  const field = page.getByRole('textbox', { name: 'Message' }).first();
  await until(() => field.inputValue(), 'My draft');
  assert.deepEqual(await page.getByText(/went wrong|can't be displayed/).allInnerTexts(), []);
}

/** The whole app, every file of which differs from those of another build. */
async function buildInto(folder: string, name: string, now = Date.now()): Promise<void> {
  const outDir = join(folder, 'next');
  const mark = {
    name: 'mark',
    transform: (code: string, id: string) =>
      /packages\/web\/src\/.*\.tsx?$/.test(id) ? `${code}\nglobalThis.buildName = '${name}';` : null,
  };
  await build({
    root: webRoot,
    configFile: join(webRoot, 'vite.config.ts'),
    logLevel: 'silent',
    plugins: [mark],
    build: { outDir, emptyOutDir: true },
  });
  placeBuild(outDir, join(folder, 'app'), now);
  assert.equal(existsSync(outDir), false);
}

function assetsIn(folder: string): string[] {
  return readdirSync(join(folder, 'app', 'assets')).filter((name) => name.endsWith('.js'));
}
